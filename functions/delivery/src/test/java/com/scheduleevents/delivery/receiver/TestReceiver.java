package com.scheduleevents.delivery.receiver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A receiver on plain sockets with the behaviour of a test, on a free port of the loopback address. */
final class TestReceiver implements AutoCloseable {

    /** Handles one connection, which is closed when this returns. */
    @FunctionalInterface
    interface Behaviour {
        void serve(Connection connection) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);

    private TestReceiver(ServerSocket server, Behaviour behaviour) {
        this.server = server;
        Thread.ofVirtual().start(() -> accept(behaviour));
    }

    static TestReceiver start(ServerSocketFactory sockets, Behaviour behaviour) {
        try {
            return new TestReceiver(sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviour);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    /** How many connections were made so far. */
    int connections() {
        return connections.get();
    }

    String url(String host) {
        return "https://" + host + ":" + port() + "/hooks?tenant=7";
    }

    private void accept(Behaviour behaviour) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(behaviour, socket));
            } catch (IOException stopped) {
                return;
            }
        }
    }

    private void serve(Behaviour behaviour, Socket socket) {
        try (socket) {
            behaviour.serve(new Connection(socket));
        } catch (IOException | InterruptedException clientLeft) {
            // Many tests are about clients that disconnect.
            open.remove(socket);
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
        for (Socket socket : open) {
            closeNow(socket);
        }
    }

    /** Closes it without waiting for a writer that is blocked. */
    private static void closeNow(Socket socket) throws IOException {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException closedBefore) {
            return;
        }
        socket.close();
    }

    /** One connection, as the receiver sees it. */
    final class Connection {
        private final Socket socket;
        private final long since = System.nanoTime();
        private boolean clientLeft;

        private Connection(Socket socket) {
            this.socket = socket;
        }

        /** The same connection, with what another socket makes of its bytes. */
        Connection over(Socket encrypted) {
            return new Connection(encrypted);
        }

        boolean hasLasted(Duration time) {
            return System.nanoTime() - since > time.toNanos();
        }

        Socket socket() {
            return socket;
        }

        OutputStream out() throws IOException {
            return socket.getOutputStream();
        }

        void write(String text) throws IOException {
            out().write(text.getBytes(StandardCharsets.ISO_8859_1));
            out().flush();
        }

        /** Reads one HTTP/1.1 request with a Content-Length; empty at the end of the connection. */
        String readRequest() throws IOException {
            InputStream in = socket.getInputStream();
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            int next = in.read();
            while (next >= 0) {
                read.write(next);
                if (read.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
                    String head = read.toString(StandardCharsets.UTF_8);
                    return head + new String(in.readNBytes(contentLength(head)), StandardCharsets.UTF_8);
                }
                next = in.read();
            }
            return "";
        }

        private int contentLength(String head) {
            return head.lines()
                    .filter(line -> line.startsWith("Content-Length: "))
                    .mapToInt(line -> Integer.parseInt(line.substring("Content-Length: ".length())))
                    .findFirst()
                    .orElse(0);
        }

        /** Reads until the client has disconnected. */
        void drain() throws IOException {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }

        /** Reads in a thread of its own until the client has disconnected. */
        void drainMeanwhile() {
            Thread.ofVirtual().start(() -> {
                try {
                    drain();
                } catch (IOException clientLeft) {
                    return;
                }
            });
        }

        /** Pauses for a time that is well below any limit on silence, however much the client sends at first. */
        void pause() throws IOException {
            socket.setSoTimeout(50);
            byte[] received = new byte[100_000];
            try {
                while (!clientLeft) {
                    clientLeft = socket.getInputStream().read(received) < 0;
                }
            } catch (SocketTimeoutException asPlanned) {
                socket.setSoTimeout(0);
            }
        }

        /** Whether the client has not ended its stream during a pause. */
        boolean isOpen() {
            return !clientLeft;
        }

        /** Does nothing until the test is over. */
        void hang() throws InterruptedException {
            closed.await();
        }

        /** Closes the connection with a TCP reset. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
        }
    }
}
