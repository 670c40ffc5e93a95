package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import java.net.InetAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** What the tests share: a certificate authority, receivers' certificates, and attempts on the loopback network. */
final class Attempts {

    static final String HOST = "receiver.example";
    static final String BODY = "{\"id\":\"evt_1\",\"note\":\"é\"}";
    /** How the tests' answers become bytes. */
    static final Charset WIRE = StandardCharsets.ISO_8859_1;

    static final Map<String, String> HEADERS = Map.of(
            "Content-Type", "application/json",
            "User-Agent", "ScheduleEvents/1",
            "Service-Signature", "t=1,v1=ab",
            "webhook-id", "evt_1");
    static final ExtraNetworks LOOPBACK = ExtraNetworks.parse("127.0.0.0/8:*");

    /** Long enough for a healthy answer on a busy machine. */
    static final Duration PATIENT = Duration.ofMinutes(1);

    /** For attempts that are to run into their deadline. */
    static final Duration SHORT = Duration.ofMillis(700);

    /** A minute above any timeout used here; the receivers that hang or drip do so until the client leaves. */
    static final Duration WELL_BELOW_THE_HANG = Duration.ofMinutes(2);

    /** Above what any test of another rule needs. */
    static final int PER_HOST = 100;

    /** What the sender's clock says. */
    static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    static final HeldCertificate AUTHORITY = new HeldCertificate.Builder()
            .certificateAuthority(0)
            .commonName("Test authority")
            .build();

    private Attempts() {}

    static HttpsReceivers receivers() {
        return receivers(host -> List.of(InetAddress.getLoopbackAddress()));
    }

    static HttpsReceivers receivers(Resolver resolver) {
        return receivers(resolver, LOOPBACK, AUTHORITY.certificatePem());
    }

    static HttpsReceivers receivers(Resolver resolver, ExtraNetworks networks, String authority) {
        return new HttpsReceivers(resolver, networks, authority, PER_HOST, InstantSource.fixed(NOW));
    }

    static AttemptOutcome attempt(String url, Duration timeout) {
        return receivers().attempt(request(url, timeout));
    }

    static AttemptRequest request(String url, Duration timeout) {
        return new AttemptRequest(url, HEADERS, BODY, timeout);
    }

    static HeldCertificate.Builder certificateFor(String host) {
        return new HeldCertificate.Builder().signedBy(AUTHORITY).addSubjectAlternativeName(host);
    }

    static SSLContext tls(HeldCertificate certificate, X509Certificate... others) {
        return new HandshakeCertificates.Builder()
                .heldCertificate(certificate, others)
                .build()
                .sslContext();
    }

    static ServerSocketFactory tlsSockets() {
        return tls(certificateFor(HOST).build()).getServerSocketFactory();
    }

    /** A receiver that reads one request, then behaves as told. */
    static TestReceiver afterTheRequest(TestReceiver.Behaviour behaviour) {
        return TestReceiver.start(tlsSockets(), connection -> {
            connection.readRequest();
            behaviour.serve(connection);
        });
    }

    /** A receiver that gives the same answer to every request of a connection. */
    static TestReceiver answering(String answer) {
        return TestReceiver.start(tlsSockets(), connection -> {
            while (!connection.readRequest().isEmpty()) {
                connection.write(answer);
            }
        });
    }
}
