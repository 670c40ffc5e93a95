package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.A_HANG;
import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.SHORT;
import static com.scheduleevents.delivery.receiver.Attempts.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests receivers that negotiate HTTP/2 and then abuse it (RFC 9113). */
class HostileHttp2Test {

    private static final String CONTINUATIONS = "continuations of headers";
    private static final byte[] SETTINGS = frame(4, 0, 0, 0, (byte) 0);

    /** The stream of the client's first request. */
    private static final int STREAM = 3;

    /** HPACK for {@code :status: 200}, an entry of the static table. */
    private static final byte STATUS_200 = (byte) 0x88;

    /** HPACK for the newest entry of the dynamic table. */
    private static final byte FIRST_REMEMBERED = (byte) 0xbe;

    /** Used by no other test, so that threads named after it belong to this one. */
    private static final String DELAYED = "delayed-h2.example";

    private static final int MORE_THAN_A_WINDOW = 100_000;

    /** HPACK for {@code :status: 103}, a literal that is not indexed. */
    private static final byte[] EARLY_HINTS = {0x08, 3, '1', '0', '3'};

    /** The frames that a receiver repeats as fast as it can. */
    static Stream<Arguments> floods() {
        return Stream.of(
                Arguments.of("pings", frame(6, 0, 0, 8, (byte) 1)),
                Arguments.of("empty settings", SETTINGS),
                Arguments.of("interim responses", frame(1, 4, STREAM, EARLY_HINTS)),
                Arguments.of("frames of an unknown type", frame(0xee, 0, 0, 16_384, (byte) 0)),
                Arguments.of("pushes", frame(5, 4, STREAM, new byte[] {0, 0, 0, 2, (byte) 0x82})),
                Arguments.of(CONTINUATIONS, frame(9, 0, STREAM, 16_384, (byte) 0x82)));
    }

    @ParameterizedTest(name = "a flood of {0}")
    @MethodSource("floods")
    void closesTheConnectionOnAFlood(String what, byte[] frame) throws Exception {
        byte[] many = repeated(frame, Math.max(1, 16_384 / frame.length));
        AtomicLong sent = new AtomicLong();
        try (TestReceiver receiver = http2(connection -> {
            // Else the client would wait for the receiver with what it has to write.
            connection.drainMeanwhile();
            if (what.equals(CONTINUATIONS)) {
                connection.out().write(frame(1, 0, STREAM, 1, (byte) 0x82));
            }
            while (sent.get() < 200L << 20) {
                connection.out().write(many);
                sent.addAndGet(many.length);
            }
        })) {
            assertThat(Attempts.withoutPings()
                            .attempt(Attempts.request(receiver.url(HOST), PATIENT))
                            .outcomeClass())
                    .isEqualTo(OutcomeClass.PROTOCOL);
            assertThat(sent.get()).isLessThan(32L << 20);
        }
    }

    @Test
    void classifiesNoiseAsAProtocolFailure() throws Exception {
        try (TestReceiver receiver = http2(connection -> connection.write("HTTP/1.1 200 OK\r\n\r\n"))) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.PROTOCOL);
        }
    }

    /** Behaviours that keep the headers of the response from arriving. */
    static Stream<Arguments> delays() {
        return Stream.of(
                Arguments.of("says nothing", drip(new byte[0])),
                Arguments.of("drips pings", drip(frame(6, 0, 0, 8, (byte) 1))),
                Arguments.of("drips interim responses", drip(frame(1, 4, STREAM, EARLY_HINTS))),
                Arguments.of("drips a frame", (TestReceiver.Behaviour) connection -> {
                    connection.out().write(frame(0xee, 0, 0, 16_384, (byte) 0), 0, 9);
                    drip(new byte[] {0}).serve(connection);
                }),
                Arguments.of("drips continuations of its headers", (TestReceiver.Behaviour) connection -> {
                    connection.out().write(frame(1, 0, STREAM, new byte[] {STATUS_200}));
                    drip(frame(9, 0, STREAM, EARLY_HINTS)).serve(connection);
                }));
    }

    /** The request is larger than what the receiver ever lets the client send on a stream (RFC 9113, section 6.9.2). */
    @ParameterizedTest(name = "a receiver that {0}")
    @MethodSource("delays")
    void timesOutOnDelaysAndLeavesNothingOpen(String does, TestReceiver.Behaviour behaviour) throws Exception {
        // On a slow machine, the timeout may be over before there is a connection.
        AtomicInteger left = new AtomicInteger();
        TestReceiver.Behaviour delaying = speakingHttp2(behaviour);
        var sockets = Attempts.tls(Attempts.certificateFor(DELAYED).build()).getServerSocketFactory();
        try (TestReceiver receiver = TestReceiver.start(sockets, connection -> {
            try {
                delaying.serve(connection);
            } finally {
                left.incrementAndGet();
            }
        })) {
            AttemptOutcome outcome = Attempts.receivers()
                    .attempt(new AttemptRequest(
                            receiver.url(DELAYED), Attempts.HEADERS, "x".repeat(MORE_THAN_A_WINDOW), SHORT));
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TIMEOUT);
            assertThat(outcome.duration()).isBetween(SHORT, A_HANG);
            Awaitility.await("the sender to close its connection")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(() -> left.get() == receiver.connections());
            Awaitility.await("the sender's threads to end")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(() -> Attempts.threadsOf(DELAYED) == 0);
        }
    }

    private static TestReceiver.Behaviour drip(byte[] piece) {
        return connection -> {
            while (connection.isOpen()) {
                connection.out().write(piece);
                connection.pause();
            }
        };
    }

    /** Headers that take one byte each and decompress to four kilobytes each (RFC 7541, section 7.3). */
    @ParameterizedTest
    @CsvSource({"10, SUCCEEDED", "10_000, PROTOCOL", "800_000, PROTOCOL"})
    void limitsTheDecompressedHeaders(String count, OutcomeClass expected) throws Exception {
        // A literal with incremental indexing: the name "x", and a value of 4,000 bytes (127 + 3,873; RFC 7541, section
        // 5.1).
        byte[] remembered = ByteBuffer.allocate(7 + 4_000)
                .put(new byte[] {STATUS_200, 0x40, 1, 'x', 0x7f, (byte) 0xa1, 0x1e})
                .array();
        Arrays.fill(remembered, 7, remembered.length, (byte) 'y');
        int headers = Integer.parseInt(count.replace("_", ""));
        try (TestReceiver receiver = http2(connection -> {
            connection.out().write(frame(1, 0, STREAM, remembered));
            for (int left = headers; left > 0; left -= 16_384) {
                connection.out().write(frame(9, 0, STREAM, Math.min(left, 16_384), FIRST_REMEMBERED));
            }
            connection.out().write(frame(9, 4, STREAM, 1, FIRST_REMEMBERED));
            connection.hang();
        })) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.outcomeClass()).isEqualTo(expected);
            assertThat(outcome.duration()).isLessThan(A_HANG);
        }
    }

    @ParameterizedTest
    @CsvSource({"Content-Length of more than comes, 9999", "Content-Length of less than comes, 1"})
    void ignoresAFalseContentLength(String what, String length) throws Exception {
        try (TestReceiver receiver = http2(connection -> {
            connection.out().write(frame(1, 4, STREAM, withLength(length)));
            connection.out().write(frame(0, 1, STREAM, 5, (byte) 'x'));
            connection.hang();
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.SUCCEEDED);
        }
    }

    @Test
    void doesNotWaitForASlowBody() throws Exception {
        try (TestReceiver receiver = http2(connection -> {
            connection.out().write(frame(1, 4, STREAM, new byte[] {STATUS_200}));
            drip(frame(0, 0, STREAM, 1, (byte) 'x')).serve(connection);
        })) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.SUCCEEDED);
            assertThat(outcome.duration()).isLessThan(A_HANG);
        }
    }

    @Test
    void abandonsADeadPooledConnectionInTimeForAnother() throws Exception {
        HttpsReceivers receivers = Attempts.receivers();
        try (TestReceiver receiver = http2(connection -> {
            connection.out().write(frame(1, 5, STREAM, new byte[] {STATUS_200}));
            connection.hang();
        })) {
            for (int i = 1; i <= 2; i++) {
                assertThat(receivers
                                .attempt(Attempts.request(receiver.url(HOST), PATIENT))
                                .succeeded())
                        .isTrue();
                assertThat(receiver.connections()).isEqualTo(i);
            }
        }
    }

    /** HPACK for {@code :status: 200} and a {@code content-length}, a literal that is not indexed. */
    private static byte[] withLength(String length) {
        return ByteBuffer.allocate(4 + length.length())
                .put(new byte[] {STATUS_200, 0x0f, 28 - 15, (byte) length.length()})
                .put(length.getBytes(Attempts.WIRE))
                .array();
    }

    private static TestReceiver http2(TestReceiver.Behaviour behaviour) {
        return TestReceiver.start(Attempts.tlsSockets(), speakingHttp2(behaviour));
    }

    private static TestReceiver.Behaviour speakingHttp2(TestReceiver.Behaviour behaviour) {
        return connection -> {
            SSLSocket socket = (SSLSocket) connection.socket();
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            connection.out().write(SETTINGS);
            // Reads at least the client's preface and settings, so that its request has a stream before the response.
            socket.getInputStream().readNBytes(200);
            behaviour.serve(connection);
        };
    }

    private static byte[] frame(int type, int flags, int stream, int length, byte filling) {
        byte[] payload = new byte[length];
        Arrays.fill(payload, filling);
        return frame(type, flags, stream, payload);
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static byte[] repeated(byte[] frame, int times) {
        ByteBuffer all = ByteBuffer.allocate(frame.length * times);
        for (int i = 0; i < times; i++) {
            all.put(frame);
        }
        return all.array();
    }
}
