package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.A_HANG;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests how much time, memory, threads and sockets a hostile HTTP/1.1 receiver can cost the sender. */
class HostileReceiversTest {

    /** Used by no other test, so that threads named after it belong to this one. */
    private static final String HOST = "hostile.example";

    private static final SSLContext TLS =
            Attempts.tls(Attempts.certificateFor(HOST).build());

    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final byte[] A_MEGABYTE = new byte[1 << 20];

    /** Far below what is sent at most, and far above what one attempt needs. */
    private static final long MAX_ALLOCATED = 48L << 20;

    /** More than the socket buffers hold. */
    private static final String LARGE = "x".repeat(20 << 20);

    /** A receiver, and the expected outcome of an attempt. */
    private record Hostile(String does, OutcomeClass outcome, String body, TestReceiver.Behaviour behaviour) {
        @Override
        public String toString() {
            return does;
        }
    }

    static Stream<Hostile> receivers() {
        return Stream.of(
                afterTheRequest("says nothing", OutcomeClass.TIMEOUT, connection -> {}),
                new Hostile("does not read the request", OutcomeClass.TIMEOUT, LARGE, connection -> {
                    ((SSLSocket) connection.socket()).startHandshake();
                    Awaitility.await().atMost(A_HANG).until(() -> connection.hasLasted(SHORT));
                }),
                dripping("the status", "", "H"),
                dripping("a header", OK, "X"),
                dripping("headers", OK, "X: y\r\n"),
                dripping("interim responses", "", "HTTP/1.1 102 Processing\r\n\r\n"),
                flooding("interim responses", OutcomeClass.PROTOCOL, "", "HTTP/1.1 102 Processing\r\n\r\n"),
                flooding("a status", OutcomeClass.PROTOCOL, "HTTP/1.1 200 ", "O"),
                flooding("a header", OutcomeClass.PROTOCOL, OK + "X: ", "y"),
                flooding("small headers", OutcomeClass.PROTOCOL, OK, "X: y\r\n"),
                flooding("a body", OutcomeClass.SUCCEEDED, OK + "Content-Length: 104857600\r\n\r\n", "body"),
                flooding("a body without end", OutcomeClass.SUCCEEDED, OK + "\r\n", "body"),
                flooding("tiny chunks", OutcomeClass.SUCCEEDED, chunked(), "1\r\nx\r\n"),
                flooding("one chunk's size", OutcomeClass.SUCCEEDED, chunked(), "0"),
                flooding("the body of a failure", OutcomeClass.STATUS, "HTTP/1.1 500 Oh\r\n\r\n", "body"),
                afterTheRequest("drips a body", OutcomeClass.SUCCEEDED, connection -> {
                    connection.write(OK + "Content-Length: 1000\r\n\r\n");
                    drip(connection, "x");
                }),
                afterTheRequest("sends a compression bomb", OutcomeClass.SUCCEEDED, connection -> {
                    connection.write(OK + "Content-Encoding: gzip\r\n\r\n");
                    connection.out().write(bomb());
                }),
                lying("too long", "Content-Length: 9\r\n\r\nshort"),
                lying("without end", "Content-Length: 9223372036854775807\r\n\r\nshort"),
                lying("that is no number", "Content-Length: many\r\n\r\nbody"),
                lying("below zero", "Content-Length: -1\r\n\r\nbody"),
                lying("of two kinds", "Content-Length: 9999\r\nContent-Length: 2000\r\n\r\nbody"),
                lying("both measured and chunked", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nbody"),
                afterTheRequest("leaves at once", OutcomeClass.PROTOCOL, connection -> connection
                        .socket()
                        .close()),
                afterTheRequest("leaves in the middle of a header", OutcomeClass.PROTOCOL, connection -> {
                    connection.write(OK + "X");
                    connection.socket().close();
                }),
                afterTheRequest("resets", OutcomeClass.PROTOCOL, connection -> {
                    connection.reset();
                    connection.socket().close();
                }),
                afterTheRequest(
                        "talks nonsense", OutcomeClass.PROTOCOL, connection -> connection.write("\0\1\2\r\n\r\n")));
    }

    @ParameterizedTest(name = "a receiver that {0}")
    @MethodSource("receivers")
    void endsWithinTheDeadlineAndLeavesNothingOpen(Hostile hostile) throws Exception {
        Duration timeout = hostile.outcome() == OutcomeClass.TIMEOUT ? SHORT : PATIENT;
        // On a slow machine, the timeout may be over before there is a connection.
        AtomicInteger open = new AtomicInteger();
        try (TestReceiver receiver = TestReceiver.start(TLS.getServerSocketFactory(), connection -> {
            open.incrementAndGet();
            try {
                hostile.behaviour().serve(connection);
                connection.drain();
            } finally {
                open.decrementAndGet();
            }
        })) {
            AttemptRequest request = new AttemptRequest(receiver.url(HOST), Attempts.HEADERS, hostile.body(), timeout);
            HttpsReceivers receivers = Attempts.receivers();
            long before = allocated();
            AttemptOutcome outcome = receivers.attempt(request);

            assertThat(allocated() - before).as("bytes allocated").isLessThan(MAX_ALLOCATED);
            assertThat(outcome.outcomeClass()).isEqualTo(hostile.outcome());
            assertThat(outcome.duration()).isLessThan(A_HANG);
            if (hostile.outcome() == OutcomeClass.TIMEOUT) {
                assertThat(outcome.duration()).isGreaterThanOrEqualTo(timeout);
            }
            Awaitility.await("the sender to close its connection")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(() -> open.get() == 0);
            Awaitility.await("the sender's threads to end")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(() -> Attempts.threadsOf(HOST) == 0);
        }
    }

    private static Hostile afterTheRequest(String does, OutcomeClass outcome, TestReceiver.Behaviour behaviour) {
        return new Hostile(does, outcome, Attempts.BODY, connection -> {
            connection.readRequest();
            behaviour.serve(connection);
        });
    }

    private static Hostile dripping(String what, String start, String drip) {
        return afterTheRequest("drips " + what, OutcomeClass.TIMEOUT, connection -> {
            connection.write(start);
            drip(connection, drip);
        });
    }

    /** Sends at most 100 MB. */
    private static Hostile flooding(String what, OutcomeClass outcome, String start, String piece) {
        byte[] pieces = piece.repeat(Math.ceilDiv(16_384, piece.length())).getBytes(Attempts.WIRE);
        return afterTheRequest("floods with " + what, outcome, connection -> {
            connection.write(start);
            for (int sent = 0; sent < 100 << 20; sent += pieces.length) {
                connection.out().write(pieces);
            }
        });
    }

    private static Hostile lying(String how, String rest) {
        return afterTheRequest(
                "sends a length " + how, OutcomeClass.SUCCEEDED, connection -> connection.write(OK + rest));
    }

    private static String chunked() {
        return OK + "Transfer-Encoding: chunked\r\n\r\n";
    }

    private static void drip(TestReceiver.Connection connection, String drip) throws IOException {
        while (connection.isOpen()) {
            connection.write(drip);
            connection.pause();
        }
    }

    /** 64 MB of zeros in about 64 KB. */
    private static byte[] bomb() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            for (int i = 0; i < 64; i++) {
                gzip.write(A_MEGABYTE);
            }
        }
        return bomb.toByteArray();
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
