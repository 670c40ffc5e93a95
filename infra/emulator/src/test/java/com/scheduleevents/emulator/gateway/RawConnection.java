package com.scheduleevents.emulator.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A kept-alive connection for requests that no client library would send. */
final class RawConnection implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;

    RawConnection(URI url) throws IOException {
        this.socket = new Socket(url.getHost(), url.getPort());
        this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    /** The status line and the body. */
    String ask(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring("content-length:".length()).strip());
            }
        }
        StringBuilder body = new StringBuilder();
        while (body.length() < length) {
            body.append((char) in.read());
        }
        return status + " " + body;
    }

    private String line() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("The server closed the connection.");
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
