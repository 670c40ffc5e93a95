package com.scheduleevents.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program on this machine that writes its responses byte by byte as a test wants them, valid or not. */
final class RawTarget implements AutoCloseable {

    private static final Pattern EVENT = Pattern.compile("(?im)^webhook-id: *(\\S+)$");
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *([0-9]+)$");

    private final ServerSocket server;
    private final Conversation conversation;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private RawTarget(int port, Conversation conversation) {
        this.conversation = conversation;
        try {
            server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** What happens on a connection, which is closed afterwards. */
    @FunctionalInterface
    interface Conversation {
        void hold(Peer peer) throws IOException, InterruptedException;
    }

    /** One that holds this conversation on each connection. */
    static RawTarget holding(Conversation conversation) {
        return new RawTarget(0, conversation);
    }

    /** One that accepts everything, on the port of one that has ended. */
    static RawTarget onPort(int port) {
        return new RawTarget(port, peer -> {
            peer.request();
            peer.write("HTTP/1.1 204 No Content\r\n\r\n");
        });
    }

    /** One that writes this after each request, and closes the connection. */
    static RawTarget writing(String response) {
        return holding(peer -> {
            peer.request();
            peer.write(response);
        });
    }

    int port() {
        return server.getLocalPort();
    }

    String url() {
        return "localhost:" + port() + "/hooks";
    }

    /** The events whose requests were read to their ends, in order. */
    List<String> events() {
        return List.copyOf(events);
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                int number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> converse(socket, number));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void converse(Socket socket, int number) {
        try (socket) {
            conversation.hold(new Peer(socket, number));
        } catch (IOException | InterruptedException clientLeft) {
            open.remove(socket);
        }
    }

    /** The other end of a connection. */
    final class Peer {

        private final Socket socket;
        private final InputStream in;

        private final int number;

        private Peer(Socket socket, int number) throws IOException {
            this.socket = socket;
            this.number = number;
            this.in = new BufferedInputStream(socket.getInputStream());
        }

        /** Which connection it is, from 1 on. */
        int number() {
            return number;
        }

        /** Reads a request. @return whether there is one */
        boolean request() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return false;
                }
                head.append((char) next);
            }
            in.readNBytes(Integer.parseInt(found(LENGTH, head)));
            events.add(found(EVENT, head));
            return true;
        }

        /** Waits for another request, and does not read it. */
        void awaitAnother() throws IOException {
            in.mark(1);
            in.read();
            in.reset();
        }

        void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
        }

        private static String found(Pattern pattern, CharSequence head) {
            Matcher found = pattern.matcher(head);
            return found.find() ? found.group(1) : "";
        }
    }
}
