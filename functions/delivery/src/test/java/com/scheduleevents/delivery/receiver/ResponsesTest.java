package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.A_HANG;
import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.SHORT;
import static com.scheduleevents.delivery.receiver.Attempts.afterTheRequest;
import static com.scheduleevents.delivery.receiver.Attempts.attempt;
import static com.scheduleevents.delivery.receiver.Attempts.responding;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the outcomes of valid and hostile responses. */
class ResponsesTest {

    private static final byte[] A_MEGABYTE = new byte[1 << 20];

    @Test
    void sendsTheRequestUnchanged() throws Exception {
        CompletableFuture<String> seen = new CompletableFuture<>();
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), connection -> {
            seen.complete(connection.readRequest());
            connection.write("HTTP/1.1 204 No Content\r\n\r\n");
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).succeeded()).isTrue();
            assertThat(seen.get(2, TimeUnit.MINUTES))
                    .startsWith("POST /hooks?tenant=7 HTTP/1.1\r\n")
                    .contains("\r\nHost: " + HOST + ":" + receiver.port() + "\r\n")
                    .contains("\r\nContent-Type: application/json\r\n")
                    .contains("\r\nUser-Agent: ScheduleEvents/1\r\n")
                    .contains("\r\nService-Signature: t=1,v1=ab\r\n")
                    .contains("\r\nAccept-Encoding: identity\r\n")
                    .contains("\r\nContent-Length: 26\r\n")
                    .doesNotContain("Cookie", "gzip")
                    .endsWith("\r\n\r\n" + Attempts.BODY);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200, SUCCEEDED",
        "201, SUCCEEDED",
        "299, SUCCEEDED",
        "300, REDIRECT",
        "304, REDIRECT",
        "399, REDIRECT",
        "101, STATUS",
        "400, STATUS",
        "401, STATUS",
        "407, STATUS",
        "408, STATUS",
        "410, STATUS",
        "421, STATUS",
        "429, STATUS",
        "500, STATUS",
        "503, STATUS",
        "599, STATUS",
        "999, STATUS"
    })
    void classifiesAResponseByItsStatus(int status, OutcomeClass outcomeClass) throws Exception {
        try (TestReceiver receiver = responding(response(status, "Content-Length: 0\r\nRetry-After: 0\r\n"))) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.outcomeClass()).isEqualTo(outcomeClass);
            assertThat(outcome.statusCode()).isEqualTo(status);
            assertThat(receiver.connections()).isOne();
        }
    }

    @ParameterizedTest
    @CsvSource({"301", "302", "303", "307", "308"})
    void doesNotFollowRedirects(int status) throws Exception {
        try (TestReceiver elsewhere = responding(response(200, "Content-Length: 0\r\n"));
                TestReceiver receiver = responding(
                        response(status, "Content-Length: 0\r\nLocation: " + elsewhere.url(HOST) + "\r\n"))) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.REDIRECT);
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "429, 120, PT2M",
        "503, 'Sat, 21 Nov 2026 09:31:00 GMT', PT1M",
        "500, 120,",
        "200, 120,",
        "429, soon,",
        "503, 99999999999999999999, P36500D",
    })
    void readsRetryAfterOfCertainStatusesOnly(int status, String sent, Duration handedOn) throws Exception {
        try (TestReceiver receiver =
                responding(response(status, "Content-Length: 0\r\nRetry-After: " + sent + "\r\n"))) {
            assertThat(attempt(receiver.url(HOST), PATIENT).retryAfter()).isEqualTo(handedOn);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort'",
        "'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nfar longer than that'",
        "'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'",
        "'HTTP/1.1 200 OK\r\nContent-Length: none\r\n\r\n'",
        "'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'",
        "'HTTP/1.1 205 Reset Content\r\nContent-Length: 5\r\n\r\nhello'",
        "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk'",
        "'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain'",
        "'HTTP/1.1 200 OK\r\n\r\nuntil the end'",
        "'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'",
        "'HTTP/1.0 200 OK\r\n\r\n'",
    })
    void succeedsWithTheHeadersWhateverTheBodyIs(String response) throws Exception {
        try (TestReceiver receiver = afterTheRequest(connection -> connection.write(response))) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.SUCCEEDED);
        }
    }

    @Test
    void doesNotWaitForABody() throws Exception {
        try (TestReceiver receiver = afterTheRequest(connection -> {
            connection.write(response(200, "Content-Length: 10\r\n"));
            connection.hang();
        })) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), Duration.ofMinutes(5));
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.SUCCEEDED);
            assertThat(outcome.duration()).isLessThan(A_HANG);
        }
    }

    @ParameterizedTest
    @CsvSource({"Content-Length: 104857600", "X-Until: the end", "Content-Length: 9223372036854775807"})
    void doesNotReadHugeBodies(String header) throws Exception {
        assertThat(bytesTakenOf(header, A_MEGABYTE)).isLessThan(32L << 20);
    }

    @Test
    void doesNotDecompressBodies() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            for (int i = 0; i < 100; i++) {
                gzip.write(A_MEGABYTE);
            }
        }
        assertThat(bytesTakenOf("Content-Encoding: gzip", bomb.toByteArray())).isLessThan(32L << 20);
    }

    /** An attempt has an outcome whatever the response is. */
    @Property(tries = 150)
    void survivesEveryResponse(@ForAll("almostResponses") String response) throws Exception {
        try (TestReceiver receiver = afterTheRequest(connection -> connection.write(response))) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass())
                    .isIn(OutcomeClass.SUCCEEDED, OutcomeClass.STATUS, OutcomeClass.REDIRECT, OutcomeClass.PROTOCOL);
        }
    }

    @Provide
    Arbitrary<String> almostResponses() {
        Arbitrary<String> status = Arbitraries.of(100, 101, 200, 204, 301, 401, 407, 408, 421, 429, 503, -1, 70000)
                .map(code -> "HTTP/1.1 " + code + " Whatever\r\n");
        Arbitrary<String> name = Arbitraries.of(
                "Retry-After",
                "Content-Length",
                "Transfer-Encoding",
                "Location",
                "WWW-Authenticate",
                "Proxy-Authenticate",
                "Set-Cookie",
                "Connection",
                "Date",
                "Alt-Svc",
                "Trailer",
                "Content-Type",
                "");
        Arbitrary<String> value = Arbitraries.oneOf(
                Arbitraries.of(
                        "99999999999999999999", "-1", "chunked", "https://[", "Basic realm=\"", "upgrade", "a=b"),
                Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(8));
        Arbitrary<String> header = Combinators.combine(
                        name, Arbitraries.of(": ", ":", "", "\u0000"), value, Arbitraries.of("\r\n", "\n"))
                .as((first, colon, second, end) -> first + colon + second + end);
        return Combinators.combine(status, header.list().ofMaxSize(5), Arbitraries.of("\r\n", "", "\r\nbody"))
                .as((first, headers, rest) -> first + String.join("", headers) + rest);
    }

    /** Sends up to 100 MB after the headers, and counts how much was sent before the sender disconnected. */
    private static long bytesTakenOf(String header, byte[] piece) throws Exception {
        AtomicLong sent = new AtomicLong();
        CompletableFuture<Void> hungUp = new CompletableFuture<>();
        try (TestReceiver receiver = afterTheRequest(connection -> {
            connection.write(response(200, header + "\r\n"));
            try {
                while (sent.get() < 100L << 20) {
                    connection.out().write(piece);
                    sent.addAndGet(piece.length);
                }
            } catch (IOException end) {
                hungUp.complete(null);
            }
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.SUCCEEDED);
            hungUp.get(2, TimeUnit.MINUTES);
            return sent.get();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "'HTTP/1.1 20'",
        "'HTTP/1.1 200 OK\r\nContent-Le'",
        "'HTTP/1.1 abc OK\r\n\r\n'",
        "'220 mail.example ESMTP ready\r\n'",
        "'SSH-2.0-OpenSSH_9.9\r\n'",
        "'\r\n\r\n\r\n'",
        "'HTTP/2 200\r\n\r\n'",
    })
    void classifiesAMalformedResponseAsAProtocolFailure(String response) throws Exception {
        try (TestReceiver receiver = afterTheRequest(connection -> connection.write(response))) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.PROTOCOL);
            assertThat(outcome.statusCode()).isNull();
        }
    }

    @Test
    void classifiesAResetAsAProtocolFailure() throws Exception {
        try (TestReceiver receiver = afterTheRequest(TestReceiver.Connection::reset)) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.PROTOCOL);
        }
    }

    @ParameterizedTest
    @CsvSource({"100000, 40", "3, 60000"})
    void classifiesHugeHeadersAsAProtocolFailure(int length, int count) throws Exception {
        String header = "X: " + "y".repeat(length) + "\r\n";
        try (TestReceiver receiver = afterTheRequest(connection -> {
            connection.write("HTTP/1.1 200 OK\r\n");
            for (int i = 0; i < count; i++) {
                connection.write(header);
            }
            connection.write("\r\n");
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.PROTOCOL);
        }
    }

    @Test
    void classifiesAFloodOfInterimResponsesAsAProtocolFailure() throws Exception {
        try (TestReceiver receiver = afterTheRequest(connection -> {
            while (true) {
                connection.write("HTTP/1.1 102 Processing\r\n\r\n");
            }
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.PROTOCOL);
        }
    }

    @ParameterizedTest
    @CsvSource({"'HTTP/1.1 102 Processing\r\n\r\n'", "'X-Drip: 1\r\n'", "X"})
    void timesOutWhenAResponseIsSlow(String drip) throws Exception {
        try (TestReceiver receiver = afterTheRequest(connection -> {
            connection.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n");
            connection.write(drip.startsWith("HTTP") ? "\r\n" : "");
            while (true) {
                connection.write(drip);
                connection.pause();
            }
        })) {
            assertTimeout(receiver);
        }
    }

    @ParameterizedTest
    @CsvSource({"''", "'HTTP/1.1 200 OK\r\n'", "'HTTP/1.1 200 OK\r\nX: y\r'"})
    void timesOutWithoutAResponse(String start) throws Exception {
        try (TestReceiver receiver = afterTheRequest(connection -> {
            connection.write(start);
            connection.hang();
        })) {
            assertTimeout(receiver);
        }
    }

    private static void assertTimeout(TestReceiver receiver) {
        AttemptOutcome outcome = attempt(receiver.url(HOST), SHORT);
        assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TIMEOUT);
        assertThat(outcome.statusCode()).isNull();
        assertThat(outcome.duration()).isBetween(SHORT, A_HANG);
    }

    private static String response(int status, String headers) {
        return "HTTP/1.1 " + status + " Whatever\r\n" + headers + "\r\n";
    }
}
