package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import okhttp3.tls.HeldCertificate;

/** The certificate authority, certificates and attempts on the loopback network that the tests share. */
final class Attempts {

    static final String HOST = "receiver.example";
    static final String BODY = "{\"id\":\"evt_1\",\"note\":\"é\"}";
    /** The character set of the tests' responses. */
    static final Charset WIRE = StandardCharsets.ISO_8859_1;

    static final Map<String, String> HEADERS = Map.of(
            "Content-Type", "application/json",
            "User-Agent", "ScheduleEvents/1",
            "Service-Signature", "t=1,v1=ab",
            "webhook-id", "evt_1");
    static final ExtraNetworks LOOPBACK = ExtraNetworks.parse("127.0.0.0/8:*");

    /** Long enough for a response on a busy machine. */
    static final Duration PATIENT = Duration.ofMinutes(1);

    /** The timeout of attempts that are meant to time out. */
    static final Duration SHORT = Duration.ofMillis(700);

    /** What takes as long hangs: a minute above any timeout used here. Receivers that hang do so until the client disconnects. */
    static final Duration A_HANG = Duration.ofMinutes(2);

    /** More than any test of another rule needs. */
    static final int PER_HOST = 100;

    /** The time of the sender's clock. */
    static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    static final HeldCertificate AUTHORITY = new HeldCertificate.Builder()
            .certificateAuthority(0)
            .commonName("Test authority")
            .build();

    private static final char[] NO_PASSWORD = {};

    /** The certificate of most receivers. */
    private static final SSLContext OF_HOST = tls(certificateFor(HOST).build());

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

    /** A flood keeps a receiver from responding to pings, which would end it before anything else does. */
    static HttpsReceivers withoutPings() {
        return new HttpsReceivers(
                host -> List.of(InetAddress.getLoopbackAddress()),
                LOOPBACK,
                AUTHORITY.certificatePem(),
                new PerHostLimiter(PER_HOST),
                InstantSource.fixed(NOW),
                System::nanoTime,
                Duration.ofDays(1));
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
        return tls(new TrustManager[0], certificate, others);
    }

    /** @param clients decide about the certificates of clients */
    static SSLContext tls(TrustManager[] clients, HeldCertificate certificate, X509Certificate... others) {
        try {
            // The JDK's default type of store would derive a key from a password, which takes longer than most
            // attempts.
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, NO_PASSWORD);
            X509Certificate[] chain = Stream.concat(Stream.of(certificate.certificate()), Arrays.stream(others))
                    .toArray(X509Certificate[]::new);
            store.setKeyEntry("receiver", certificate.keyPair().getPrivate(), NO_PASSWORD, chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), clients, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static ServerSocketFactory tlsSockets() {
        return OF_HOST.getServerSocketFactory();
    }

    /** A receiver that reads one request and then runs the given behaviour. */
    static TestReceiver afterTheRequest(TestReceiver.Behaviour behaviour) {
        return TestReceiver.start(tlsSockets(), connection -> {
            connection.readRequest();
            behaviour.serve(connection);
        });
    }

    /** A receiver that sends the same response to every request of a connection. */
    static TestReceiver responding(String response) {
        return TestReceiver.start(tlsSockets(), connection -> {
            while (!connection.readRequest().isEmpty()) {
                connection.write(response);
            }
        });
    }

    /**
     * How many threads of the HTTP client are busy with a host. The one that waits for the client's next task is not, though it
     * keeps the name of the task before.
     */
    static long threadsOf(String host) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().contains(host))
                .filter(thread -> Stream.of(thread.getValue())
                        .noneMatch(frame -> frame.getMethodName().equals("awaitTaskToRun")))
                .count();
    }
}
