package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.SHORT;
import static com.scheduleevents.delivery.receiver.Attempts.receivers;
import static com.scheduleevents.delivery.receiver.Attempts.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pooled connections over HTTP/1.1. */
class KeptConnectionsTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final HttpsReceivers receivers = receivers();

    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true",
        "'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', true",
        "'HTTP/1.1 204 No Content\r\n\r\n', true",
        "'HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n', true",
        "'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', false",
        "'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort', false",
    })
    void reusesAConnectionWhoseResponseWasReadCompletely(String response, boolean kept) throws Exception {
        try (TestReceiver receiver = Attempts.responding(response)) {
            receivers.attempt(request(receiver.url(HOST), PATIENT));
            receivers.attempt(request(receiver.url(HOST), PATIENT));
            assertThat(receiver.connections()).isEqualTo(kept ? 1 : 2);
        }
    }

    @Test
    void closesAConnectionWithALargeBody() throws Exception {
        String body = "x".repeat(100_000);
        try (TestReceiver receiver =
                Attempts.responding("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
            receivers.attempt(request(receiver.url(HOST), PATIENT));
            receivers.attempt(request(receiver.url(HOST), PATIENT));
            assertThat(receiver.connections()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void repeatsARequestOverANewConnectionWhenThePooledOneIsDead(boolean reset) throws Exception {
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), connection -> {
            connection.readRequest();
            connection.write(OK);
            // Fails at the second request, as if a proxy had dropped the connection.
            connection.readRequest();
            if (reset) {
                connection.reset();
            }
        })) {
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).succeeded())
                    .isTrue();
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).succeeded())
                    .isTrue();
            assertThat(receiver.connections()).isEqualTo(2);
        }
    }

    @Test
    void repeatsARequestOnceWithinTheSameDeadline() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), connection -> {
            connection.readRequest();
            if (connections.incrementAndGet() == 1) {
                connection.write(OK);
                connection.readRequest();
            }
        })) {
            receivers.attempt(request(receiver.url(HOST), PATIENT));
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).outcomeClass())
                    .isEqualTo(OutcomeClass.PROTOCOL);
            assertThat(receiver.connections()).isEqualTo(2);
        }
    }

    @Test
    void doesNotRepeatARequestThatGotAResponse() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), connection -> {
            while (!connection.readRequest().isEmpty()) {
                connection.write(requests.incrementAndGet() == 1 ? OK : "HTTP/1.1 503 No\r\nRetry-After: 0\r\n\r\n");
                if (requests.get() > 1) {
                    return;
                }
            }
        })) {
            receivers.attempt(request(receiver.url(HOST), PATIENT));
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).statusCode())
                    .isEqualTo(503);
            assertThat(requests).hasValue(2);
        }
    }

    @Test
    void doesNotReuseAConnectionAfterATimeout() throws Exception {
        AtomicBoolean responds = new AtomicBoolean();
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), connection -> {
            connection.readRequest();
            if (!responds.get()) {
                connection.hang();
            }
            connection.write(OK);
        })) {
            assertThat(receivers.attempt(request(receiver.url(HOST), SHORT)).outcomeClass())
                    .isEqualTo(OutcomeClass.TIMEOUT);
            responds.set(true);
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).succeeded())
                    .isTrue();
        }
    }

    @Test
    void falseContentLengthDoesNotAffectTheNextAttempt() throws Exception {
        try (TestReceiver receiver = Attempts.responding(OK + " and this comes on top\r\n\r\n")) {
            for (int i = 0; i < 3; i++) {
                assertThat(receivers
                                .attempt(request(receiver.url(HOST), PATIENT))
                                .statusCode())
                        .isEqualTo(200);
            }
        }
    }
}
