package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that {@code listen} judges what a program does as the service's sender does, and that it loses no delivery. */
class ForwardingTest {

    private static final String ACK = "POST /v1/webhooks/whk_1/queue/ack";

    private final PulledApi api = new PulledApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api.url());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** It does not say that it closes the connection. */
    @Test
    void serverThatClosesItsConnectionShortlyAfterItsResponseLosesNothing() {
        try (RawTarget target = RawTarget.holding(peer -> {
            peer.request();
            peer.write("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n");
            TimeUnit.MILLISECONDS.sleep(2);
        })) {
            assertEveryOneIsAcknowledged(target, 150);
        }
    }

    /** As above, but it closes at the worst moment each time. */
    @Test
    void serverThatClosesItsConnectionWhenAnotherRequestComesLosesNothing() {
        try (RawTarget target = RawTarget.holding(peer -> {
            peer.request();
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            peer.awaitAnother();
        })) {
            assertEveryOneIsAcknowledged(target, 30);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 204 No Content~Content-Length: 0~~                        | succeeded | 204",
                "HTTP/1.1 204 No Content~Content-Length: 2~~ok                      | succeeded | 204",
                "HTTP/1.1 204 No Content~Transfer-Encoding: chunked~~0~~            | succeeded | 204",
                "HTTP/1.1 204 No Content~Transfer-Encoding: chunked~~2~ok~0~~       | succeeded | 204",
                "HTTP/1.1 205 Reset Content~Content-Length: 2~~ok                   | succeeded | 205",
                "HTTP/1.1 200 OK~Content-Length: 100~~broken                        | succeeded | 200",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~5~bro                  | succeeded | 200",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~nonsense~              | succeeded | 200",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Length: 2~~0~~  | succeeded | 200",
                "HTTP/1.1 200 OK~~                                                  | succeeded | 200",
                "HTTP/1.0 200 OK~~ok                                                | succeeded | 200",
                "HTTP/1.1 200~Content-Length: 0~~                                   | succeeded | 200",
                "HTTP/1.1 100 Continue~~HTTP/1.1 202 Accepted~Content-Length: 0~~   | succeeded | 202",
                "HTTP/1.1 200 OK~Content-Encoding: gzip~Content-Length: 3~~abc      | succeeded | 200",
                "HTTP/1.1 200 OK~Set-Cookie: =~Content-Length: 0~~                  | succeeded | 200",
                "HTTP/1.1 302 Found~Location: /elsewhere~Content-Length: 0~~        | redirect  | 302",
                "HTTP/1.1 304 Not Modified~~                                        | redirect  | 304",
                "HTTP/1.1 401 Unauthorized~WWW-Authenticate: Basic~~                | status    | 401",
                "HTTP/1.1 407 Proxy Authentication Required~Content-Length: 0~~     | status    | 407",
                "HTTP/1.1 408 Request Timeout~Content-Length: 0~~                   | status    | 408",
                "HTTP/1.1 421 Misdirected Request~Content-Length: 0~~               | status    | 421",
                "HTTP/1.1 503 Unavailable~Retry-After: 0~Content-Length: 0~~        | status    | 503",
                "HTTP/1.1 503 Unavailable~Retry-After: 99999999999~~                | status    | 503",
                "HTTP/1.1 500 Error~Content-Length: 100~~broken                     | status    | 500",
                "HTTP/1.1 999 Unheard of~Content-Length: 0~~                        | status    | 999",
            })
    void responseIsJudgedByItsHeaders(String response, String outcome, String status) {
        try (RawTarget target = RawTarget.writing(response.strip().replace("~", "\r\n"))) {
            api.delivers("evt_1").meanwhile(program::stop);
            assertThat(listen(target).out()).containsPattern(outcome + " +" + status + " ");
            assertThat(target.events()).containsExactly("evt_1");
        }
        if (outcome.equals("succeeded")) {
            assertThat(api.changes()).contains(ACK).noneMatch(ForwardingTest::isDismissal);
        } else {
            assertThat(api.changes()).doesNotContain(ACK).anyMatch(ForwardingTest::isDismissal);
        }
    }

    /** The program may have done something with it, so it is not sent again by itself. */
    @ParameterizedTest
    @CsvSource({"nonsense", "''", "HTTP/1.1 2xx OK~~", "HTTP/9.9 200 OK~~"})
    void connectionThatEndsWithoutAResponseIsAFailure(String response) {
        try (RawTarget target = RawTarget.writing(response.replace("~", "\r\n"))) {
            api.delivers("evt_1").meanwhile(program::stop);
            assertThat(listen(target).out()).containsPattern("protocol +- ");
            assertThat(target.events()).containsExactly("evt_1");
        }
        assertThat(api.changes())
                .doesNotContain(ACK)
                .filteredOn(ForwardingTest::isDismissal)
                .hasSize(1);
    }

    /** The response is decided on before its body has ended. */
    @Test
    void bodyThatNeverEndsHoldsNothingUp() {
        CountDownLatch stopped = new CountDownLatch(1);
        try (RawTarget target = RawTarget.holding(peer -> {
            peer.request();
            peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
            stopped.await();
        })) {
            assertEveryOneIsAcknowledged(target, 3);
        } finally {
            stopped.countDown();
        }
    }

    /** Nothing listens on port 1. */
    @Test
    void whatCannotHaveReachedTheProgramIsNeitherAcknowledgedNorDismissed() {
        api.delivers("evt_1", "evt_2");
        Program.Ended ended = program.interruptedAfter(3).execute("listen", "--forward-to", "http://127.0.0.1:1/");
        assertThat(ended.out().lines().skip(1)).singleElement().asString().containsPattern("connect +- .* evt_1$");
        assertThat(ended.err())
                .contains("evt_1 has not reached your program.")
                .contains("Not forwarded, because your program could not be reached: evt_1, evt_2.");
        assertThat(api.changes()).containsExactly("POST /v1/webhooks", "DELETE /v1/webhooks/whk_1");
    }

    /** It accepts the connection, but there is no TLS, so that it cannot have read the request. */
    @Test
    void requestThatEndsInTheHandshakeHasNotReachedTheProgram() {
        try (RawTarget target = RawTarget.holding(peer -> peer.write("HTTP/1.1 400 Bad Request\r\n\r\n"))) {
            api.delivers("evt_1");
            Program.Ended ended =
                    program.interruptedAfter(3).execute("listen", "--forward-to", "https://" + target.url());
            assertThat(ended.out()).containsPattern("tls +- ");
            assertThat(api.changes()).noneMatch(line -> line.endsWith("/ack") || isDismissal(line));
        }
    }

    @Test
    void programThatStartsLaterGetsEverythingInOrder() throws IOException {
        AtomicReference<RawTarget> started = new AtomicReference<>();
        // It keeps the port, on which nothing listens, until the program does.
        try (Socket port = new Socket()) {
            port.setReuseAddress(true);
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            program.duringWaits(() -> {
                if (program.waits().size() == 2) {
                    started.set(RawTarget.onPort(port.getLocalPort()));
                }
            });
            api.delivers("evt_1", "evt_2").delivers("evt_3").meanwhile(program::stop);

            Program.Ended ended = program.execute("listen", "--forward-to", "localhost:" + port.getLocalPort());

            assertThat(started.get().events()).containsExactly("evt_1", "evt_2", "evt_3");
            assertThat(ended.out().lines().skip(1).map(ForwardingTest::brief))
                    .containsExactly("1 connect evt_1", "2 succeeded evt_1", "3 succeeded evt_2", "4 succeeded evt_3");
            assertThat(ended.err()).doesNotContain("Not forwarded");
            assertThat(receipts()).containsExactly("rcp_evt_1", "rcp_evt_2", "rcp_evt_3");
        } finally {
            Optional.ofNullable(started.get()).ifPresent(RawTarget::close);
        }
    }

    /** It is pulled again then, signed again: receivers refuse an old signature. */
    @Test
    void deliveryIsNotSentForLongerThanItsSignatureIsFresh() {
        api.delivers("evt_1").meanwhile(program::stop);
        Program.Ended ended =
                program.clockStep(Duration.ofSeconds(10)).execute("listen", "--forward-to", "127.0.0.1:1");
        assertThat(ended.status()).isZero();
        assertThat(program.waits()).isNotEmpty().hasSizeLessThan(20);
        assertThat(api.changes()).noneMatch(line -> line.endsWith("/ack") || isDismissal(line));
    }

    /** What was accepted is accepted, even if the program is stopped before the rest of the batch is forwarded. */
    @Test
    void acceptedDeliveryIsAcknowledgedAlthoughTheCommandIsStopped() {
        try (RawTarget target = RawTarget.holding(peer -> {
            peer.request();
            if (peer.number() == 1) {
                peer.write("HTTP/1.1 204 No Content\r\n\r\n");
            } else {
                program.stop();
                peer.awaitAnother();
            }
        })) {
            api.delivers("evt_1", "evt_2");
            assertThat(listen(target).status()).isZero();
        }
        assertThat(receipts()).containsExactly("rcp_evt_1");
    }

    private void assertEveryOneIsAcknowledged(RawTarget target, int number) {
        List<String> events =
                IntStream.range(0, number).mapToObj(i -> "evt_" + i).toList();
        for (int from = 0; from < number; from += 10) {
            api.delivers(events.subList(from, Math.min(number, from + 10)).toArray(String[]::new));
        }
        api.meanwhile(program::stop);

        Program.Ended ended = listen(target);

        assertThat(target.events()).containsExactlyElementsOf(events);
        assertThat(ended.out().lines().skip(1)).hasSize(number).allMatch(row -> row.contains(" succeeded "));
        assertThat(receipts())
                .containsExactlyElementsOf(
                        events.stream().map(event -> "rcp_" + event).toList());
    }

    private List<String> receipts() {
        return api.bodies().stream()
                .flatMap(body -> body.path("receipts").valueStream())
                .map(JsonNode::asText)
                .toList();
    }

    /** The number, the outcome and the event of a row. */
    private static String brief(String row) {
        return row.strip().replaceAll("^(\\d+) +\\S+ +(\\S+) .* (\\S+)$", "$1 $2 $3");
    }

    private static boolean isDismissal(String line) {
        return line.endsWith("/dismiss");
    }

    private Program.Ended listen(RawTarget target) {
        return program.execute("listen", "--forward-to", target.url());
    }
}
