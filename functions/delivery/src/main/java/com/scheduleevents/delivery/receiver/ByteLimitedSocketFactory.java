package com.scheduleevents.delivery.receiver;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/**
 * Sockets that take in only so many bytes before they fail. The HTTP client bounds an answer's headers, but not what else a
 * peer can make it keep: HTTP/2 pings and settings that wait for their acknowledgement, or 16 MiB of a body nobody asked
 * for. Memory then depends on the number of connections alone.
 */
final class ByteLimitedSocketFactory extends SocketFactory {

    /**
     * What one connection may receive in all its life: a thousand ordinary answers, four times the largest headers the
     * client takes. An attempt that finds a kept connection used up goes over a new one.
     */
    static final long MAX_BYTES = 1 << 20;

    @Override
    public Socket createSocket() {
        return new MeasuredSocket();
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

    private static final class MeasuredSocket extends Socket {

        private final AtomicLong received = new AtomicLong();

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    int next = super.read();
                    measure(next < 0 ? 0 : 1);
                    return next;
                }

                @Override
                public int read(byte[] buffer, int offset, int length) throws IOException {
                    int count = super.read(buffer, offset, length);
                    measure(Math.max(count, 0));
                    return count;
                }
            };
        }

        /**
         * In seconds. The JDK's TLS sockets say goodbye before they close, and wait for a writer that a peer who stopped
         * reading may block for ever; with a number here they wait that long and close. The network's own lingering, which
         * this would also set, stays off.
         */
        @Override
        public int getSoLinger() {
            return 1;
        }

        private void measure(int count) throws IOException {
            if (received.addAndGet(count) > MAX_BYTES) {
                // At once and without a goodbye, so that whoever is writing to the peer is freed.
                close();
                throw new IOException("The peer sent more than one connection may bring.");
            }
        }
    }
}
