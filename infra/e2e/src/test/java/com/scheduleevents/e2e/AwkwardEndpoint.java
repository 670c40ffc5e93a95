package com.scheduleevents.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/**
 * An HTTPS endpoint that writes its responses byte by byte, as a test wants them, and closes the connection shortly after, without having
 * said so.
 */
final class AwkwardEndpoint implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *([0-9]+)\\s*$");

    /** Sooner than the next request comes, and later than a client reads the response. */
    private static final long CLOSES_AFTER_MILLIS = 2;

    private final SSLServerSocket server;
    private final Map<String, String> responses;

    /**
     * @param tls with a certificate for localhost
     * @param responses to requests whose bodies have these texts; others are accepted
     */
    AwkwardEndpoint(SSLContext tls, Map<String, String> responses) {
        this.responses = Map.copyOf(responses);
        try {
            server = (SSLServerSocket)
                    tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "https://localhost:" + server.getLocalPort() + "/awkward";
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> converse(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void converse(Socket socket) {
        try (socket) {
            socket.getOutputStream()
                    .write(response(body(socket.getInputStream())).getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            TimeUnit.MILLISECONDS.sleep(CLOSES_AFTER_MILLIS);
        } catch (IOException | InterruptedException clientLeft) {
            Thread.currentThread().interrupt();
        }
    }

    private String response(String body) {
        return responses.entrySet().stream()
                .filter(entry -> body.contains('"' + entry.getKey() + '"'))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    }

    /** Reads a request to its end. */
    private static String body(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
        return new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    }
}
