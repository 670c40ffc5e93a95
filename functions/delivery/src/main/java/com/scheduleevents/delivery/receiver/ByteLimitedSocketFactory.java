package com.scheduleevents.delivery.receiver;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/**
 * Creates sockets that fail after they have received a limited number of bytes. The HTTP client limits the headers of a response, but
 * not what else a peer can make it buffer, such as HTTP/2 pings and settings that wait for their acknowledgement or up to
 * 16 MiB of a body. With the limit, memory use depends on the number of connections alone.
 */
final class ByteLimitedSocketFactory extends SocketFactory {

    /**
     * The limit of a connection over its whole life: enough for three hundred ordinary responses, and more than the largest headers
     * that the client accepts (256 KiB). An attempt whose pooled connection has reached the limit is repeated over a new one. It is
     * no higher because the client looks through all settings that wait for their acknowledgement when another frame of them comes:
     * a megabyte of empty ones (116,000) kept a processor busy for ten seconds.
     */
    static final long MAX_BYTES = 320 << 10;

    @Override
    public Socket createSocket() {
        return new CountingSocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw onlyUnconnected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw onlyUnconnected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw onlyUnconnected();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw onlyUnconnected();
    }

    private static UnsupportedOperationException onlyUnconnected() {
        return new UnsupportedOperationException("The HTTP client connects its sockets itself; use createSocket().");
    }

    private static final class CountingSocket extends Socket {

        private final AtomicLong received = new AtomicLong();

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    int next = super.read();
                    count(next < 0 ? 0 : 1);
                    return next;
                }

                @Override
                public int read(byte[] buffer, int offset, int length) throws IOException {
                    int received = super.read(buffer, offset, length);
                    count(Math.max(received, 0));
                    return received;
                }
            };
        }

        /**
         * In seconds. Before it closes, a TLS socket of the JDK sends close_notify and waits for a writer that can be blocked for ever by a
         * peer that does not read. With a value here it waits that long and closes. The linger option of the TCP socket itself
         * stays off.
         */
        @Override
        public int getSoLinger() {
            return 1;
        }

        private void count(int bytes) throws IOException {
            if (received.addAndGet(bytes) > MAX_BYTES) {
                // Closes at once, without close_notify, so that a thread that is writing to the peer is unblocked.
                close();
                throw new IOException("The peer sent more bytes than a connection may receive.");
            }
        }
    }
}
