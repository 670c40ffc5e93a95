package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.A_HANG;
import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.SHORT;
import static com.scheduleevents.delivery.receiver.Attempts.receivers;
import static com.scheduleevents.delivery.receiver.Attempts.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Protocol;
import okhttp3.tls.HeldCertificate;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Receivers that speak HTTP/2. */
class Http2Test {

    private static final String SISTER = "sister.example";

    private final MockWebServer server = new MockWebServer();
    private final HttpsReceivers receivers = receivers();

    @BeforeEach
    void start() throws Exception {
        HeldCertificate certificate =
                Attempts.certificateFor(HOST).addSubjectAlternativeName(SISTER).build();
        server.useHttps(Attempts.tls(certificate).getSocketFactory());
        server.setProtocols(List.of(Protocol.HTTP_2, Protocol.HTTP_1_1));
        server.start(InetAddress.getLoopbackAddress(), 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void sharesAConnectionBetweenRequests() throws Exception {
        server.enqueue(response(204));
        server.enqueue(response(200));
        assertThat(attempt(HOST, PATIENT).statusCode()).isEqualTo(204);
        assertThat(attempt(HOST, PATIENT).succeeded()).isTrue();
        RecordedRequest first = server.takeRequest();
        RecordedRequest second = server.takeRequest();
        assertThat(first.getRequestLine()).isEqualTo("POST /hooks?tenant=7 HTTP/2");
        assertThat(first.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(Objects.requireNonNull(first.getBody()).utf8()).isEqualTo(Attempts.BODY);
        assertThat(second.getConnectionIndex()).isEqualTo(first.getConnectionIndex());
    }

    @Test
    void usesAnotherConnectionForAnotherHostAtTheSameAddress() throws Exception {
        server.enqueue(response(200));
        server.enqueue(response(200));
        attempt(HOST, PATIENT);
        attempt(SISTER, PATIENT);
        int first = server.takeRequest().getConnectionIndex();
        assertThat(server.takeRequest().getConnectionIndex()).isNotEqualTo(first);
    }

    @Test
    void timesOutWithoutAResponse() {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build());
        AttemptOutcome outcome = attempt(HOST, SHORT);
        assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TIMEOUT);
        assertThat(outcome.duration()).isBetween(SHORT, A_HANG);
    }

    @Test
    void classifiesAResetStreamAsAProtocolFailure() {
        server.enqueue(new MockResponse.Builder()
                .onRequestStart(new SocketEffect.CloseStream(2))
                .build());
        assertThat(attempt(HOST, PATIENT).outcomeClass()).isEqualTo(OutcomeClass.PROTOCOL);
    }

    @Test
    void repeatsARequestOverANewConnectionWhenThePooledOneIsDead() {
        server.enqueue(response(200));
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build());
        server.enqueue(response(200));
        assertThat(attempt(HOST, PATIENT).succeeded()).isTrue();
        assertThat(attempt(HOST, PATIENT).succeeded()).isTrue();
    }

    @Test
    void doesNotReadHugeBodies() {
        server.enqueue(new MockResponse.Builder()
                .body(new Buffer().write(new byte[32 << 20]))
                .build());
        // Twice, because the pooled connection may reach its byte limit with what was in flight when the body was
        // abandoned.
        server.enqueue(response(202));
        server.enqueue(response(202));
        assertThat(attempt(HOST, PATIENT).statusCode()).isEqualTo(200);
        assertThat(attempt(HOST, PATIENT).statusCode()).isEqualTo(202);
    }

    @Test
    void classifiesHugeHeadersAsAProtocolFailure() {
        MockResponse.Builder response = new MockResponse.Builder();
        for (int i = 0; i < 20; i++) {
            response.addHeader("X-" + i, "y".repeat(20_000));
        }
        server.enqueue(response.build());
        assertThat(attempt(HOST, PATIENT).outcomeClass()).isEqualTo(OutcomeClass.PROTOCOL);
    }

    private AttemptOutcome attempt(String host, Duration timeout) {
        return receivers.attempt(request("https://" + host + ":" + server.getPort() + "/hooks?tenant=7", timeout));
    }

    private static MockResponse response(int status) {
        return new MockResponse.Builder().code(status).build();
    }
}
