package com.scheduleevents.emulator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopbackServerTest {

    private final CountDownLatch serving = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.start("test", 0, 10, this::serve);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void respondsToPipelinedRequestsInOrderAndKeepsHeadersAsSent() throws Exception {
        try (Socket socket = connect()) {
            write(
                    socket,
                    "GET /1 HTTP/1.1\r\nX-cAsE: v\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\nConnection: close\r\n\r\n");

            assertThat(bodies(socket))
                    .containsExactly(
                            "/1 [Header[name=X-cAsE, value=v]]", "/2 []", "/3 [Header[name=Connection, value=close]]");
        }
    }

    @Test
    void saysWhatItCouldNotServe() throws Exception {
        for (Map.Entry<String, String> expected : Map.of(
                        "GET /broken HTTP/1.1\r\nConnection: close\r\n\r\n", "The server failed; its log says why.",
                        "POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\n", "The body is too large.",
                        "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n",
                                "The body is too large.",
                        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n9\r\n123456789\r\n0\r\n\r\n",
                                "The body is too large.",
                        "no http at all\r\n\r\n", "The request is not HTTP.")
                .entrySet()) {
            try (Socket socket = connect()) {
                write(socket, expected.getKey());
                assertThat(bodies(socket)).as(expected.getKey()).containsExactly(expected.getValue());
            }
        }
    }

    @Test
    void readsABodyThatIsTooLargeAsLongAsTheClientSendsIt() throws Exception {
        byte[] part = new byte[1024 * 1024];
        try (Socket socket = connect()) {
            write(socket, "POST / HTTP/1.1\r\nContent-Length: " + 10 * part.length + "\r\n\r\n");
            assertThat(socket.getInputStream().readAllBytes()).asString().contains("The body is too large.");
            for (int i = 0; i < 10; i++) {
                socket.getOutputStream().write(part);
            }
        }
    }

    @Test
    void closingDoesNotWaitForWhatHangs() throws Exception {
        try (Socket hanging = connect()) {
            write(hanging, "GET /hang HTTP/1.1\r\n\r\n");
            serving.await();

            assertTimeoutPreemptively(Duration.ofMinutes(2), server::close);

            assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
        }
    }

    private ServerAction serve(ServerRequest request) throws InterruptedException {
        if (request.path().equals("/broken")) {
            throw new IllegalStateException("broken");
        }
        if (request.path().equals("/hang")) {
            serving.countDown();
            new CountDownLatch(1).await();
        }
        return ServerResponse.text(200, request.path() + " " + request.headers() + "\n");
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.url().getPort());
    }

    private static void write(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** The bodies of all responses until the server closes; each is one line. */
    private static List<String> bodies(Socket socket) throws IOException {
        try (var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.isEmpty()
                            && !line.startsWith("HTTP/1.1 ")
                            && !line.matches("[a-z-]+: .*|Content-Type: .*"))
                    .toList();
        }
    }
}
