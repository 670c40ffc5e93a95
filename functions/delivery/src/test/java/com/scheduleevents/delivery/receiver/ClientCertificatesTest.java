package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.certificate.ClientCertificate;
import com.scheduleevents.domain.certificate.ClientIdentity;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import okhttp3.OkHttpClient;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests to receivers that require a certificate of their clients, as the JDK's TLS server does. */
class ClientCertificatesTest {

    private static final HeldCertificate CLINIC = new HeldCertificate.Builder()
            .certificateAuthority(1)
            .commonName("Clinic CA")
            .build();
    private static final HeldCertificate BETWEEN = new HeldCertificate.Builder()
            .certificateAuthority(0)
            .signedBy(CLINIC)
            .commonName("Between")
            .build();
    private static final HeldCertificate OWN = named("first").signedBy(BETWEEN).build();
    private static final HeldCertificate OTHER = named("other").signedBy(CLINIC).build();
    private static final HeldCertificate STRANGER = named("stranger").build();

    /** The name in the certificate of each request's client, or "nobody". */
    private final Queue<String> clients = new ConcurrentLinkedQueue<>();

    private final Queue<String> handshakes = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @CsvSource({"TLSv1.2, false", "TLSv1.3, false", "TLSv1.2, true", "TLSv1.3, true"})
    void presentsTheCertificateOfTheWebhookWithItsChain(String version, boolean rsa) throws Exception {
        HeldCertificate own = (rsa ? named("first").rsa2048() : named("first"))
                .signedBy(BETWEEN)
                .build();
        try (TestReceiver receiver = requiring(version)) {
            HttpsReceivers receivers = Attempts.receivers();
            assertThat(receivers.attempt(as("whk_1", receiver, own, BETWEEN)).succeeded())
                    .isTrue();
        }
        assertThat(clients).containsExactly("CN=first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void connectionsServeOneWebhookAndItsCertificate(String version) throws Exception {
        try (TestReceiver receiver = wanting(version)) {
            HttpsReceivers receivers = Attempts.receivers();
            for (AttemptRequest request : List.of(
                    as("whk_1", receiver, OWN, BETWEEN),
                    as("whk_1", receiver, OWN, BETWEEN),
                    as("whk_2", receiver, OWN, BETWEEN),
                    as("whk_1", receiver, OTHER),
                    Attempts.request(receiver.url(HOST), PATIENT),
                    as("whk_1", receiver, OWN, BETWEEN))) {
                AttemptOutcome outcome = receivers.attempt(request);
                assertThat(outcome.succeeded()).as(outcome.summary()).isTrue();
            }
        }
        assertThat(clients).containsExactly("CN=first", "CN=first", "CN=first", "CN=other", "nobody", "CN=first");
        assertThat(handshakes)
                .as("one of each webhook at least")
                .filteredOn("CN=first"::equals)
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void saysThatTheReceiverDoesNotAcceptTheCertificate(String version) throws Exception {
        try (TestReceiver receiver = requiring(version)) {
            AttemptOutcome outcome = Attempts.receivers().attempt(as("whk_1", receiver, STRANGER));
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TLS);
            assertThat(outcome.summary()).isEqualTo("tls client_certificate_rejected");
        }
        assertThat(clients).isEmpty();
    }

    /** The link to the authority that the receiver knows is missing. */
    @Test
    void aChainThatIsNotWholeIsNotAccepted() throws Exception {
        try (TestReceiver receiver = requiring("TLSv1.3")) {
            assertThat(Attempts.receivers().attempt(as("whk_1", receiver, OWN)).summary())
                    .isEqualTo("tls client_certificate_rejected");
        }
    }

    @Test
    void requestsWithoutACertificateAreRefusedWhateverOthersPresented() throws Exception {
        try (TestReceiver receiver = requiring("TLSv1.3")) {
            HttpsReceivers receivers = Attempts.receivers();
            assertThat(receivers.attempt(as("whk_1", receiver, OWN, BETWEEN)).succeeded())
                    .isTrue();
            assertThat(receivers
                            .attempt(Attempts.request(receiver.url(HOST), PATIENT))
                            .summary())
                    .isEqualTo("tls client_certificate_required");
        }
        assertThat(clients).containsExactly("CN=first");
    }

    @Test
    void identitiesThatAreNotUsedAnyMoreMakeRoom() {
        ClientConnections connections =
                new ClientConnections(ReceiverHttpClient.create(ReceiverHttpClient.PING), TlsTrust.platform());
        OkHttpClient first = connections.of(identity("whk_0", OTHER));
        OkHttpClient second = connections.of(identity("whk_1", OTHER));
        assertThat(connections.of(identity("whk_0", OTHER))).isSameAs(first).isNotSameAs(second);
        for (int webhook = 2; webhook <= ClientConnections.MOST_IDENTITIES; webhook++) {
            connections.of(identity("whk_" + webhook, OTHER));
        }
        assertThat(connections.of(identity("whk_0", OTHER)))
                .as("used last of the two")
                .isSameAs(first);
        assertThat(connections.of(identity("whk_1", OTHER))).isNotSameAs(second);
    }

    /** Another implementation of TLS than the sender's. */
    @ParameterizedTest
    @CsvSource({"-tls1_2, true", "-tls1_3, true", "-tls1_2, false", "-tls1_3, false"})
    void aServerOnOpenSslVerifiesTheCertificate(String version, boolean known, @TempDir Path directory)
            throws Exception {
        HeldCertificate certificate = Attempts.certificateFor(HOST).rsa2048().build();
        Path key = Files.writeString(directory.resolve("key.pem"), certificate.privateKeyPkcs8Pem());
        Path chain = Files.writeString(directory.resolve("certificate.pem"), certificate.certificatePem());
        Path clinic = Files.writeString(directory.resolve("clinic.pem"), CLINIC.certificatePem());
        try (OpenSslServer server = OpenSslServer.start(
                version,
                "-Verify",
                "2",
                "-verify_return_error",
                "-CAfile",
                clinic.toString(),
                "-key",
                key.toString(),
                "-cert",
                chain.toString())) {
            HeldCertificate[] own = known ? new HeldCertificate[] {OWN, BETWEEN} : new HeldCertificate[] {STRANGER};
            AttemptOutcome outcome = Attempts.receivers().attempt(as("whk_1", server.url(HOST), own));
            assertThat(outcome.summary()).isEqualTo(known ? "succeeded 204" : "tls client_certificate_rejected");
        }
    }

    private static HeldCertificate.Builder named(String name) {
        return new HeldCertificate.Builder().commonName(name);
    }

    private static AttemptRequest as(String webhook, TestReceiver receiver, HeldCertificate... chain) {
        return as(webhook, receiver.url(HOST), chain);
    }

    private static AttemptRequest as(String webhook, String url, HeldCertificate... chain) {
        return Attempts.request(url, PATIENT).as(identity(webhook, chain).orElseThrow());
    }

    private static Optional<ClientIdentity> identity(String webhook, HeldCertificate... chain) {
        List<X509Certificate> certificates =
                Arrays.stream(chain).map(HeldCertificate::certificate).toList();
        ClientCertificate certificate =
                new ClientCertificate(certificates, chain[0].keyPair().getPrivate());
        return Optional.of(new ClientIdentity(webhook, certificate));
    }

    private TestReceiver requiring(String version) throws Exception {
        return receiver(version, socket -> socket.setNeedClientAuth(true));
    }

    private TestReceiver wanting(String version) throws Exception {
        return receiver(version, socket -> socket.setWantClientAuth(true));
    }

    private TestReceiver receiver(String version, Consumer<SSLSocket> clientAuth) throws Exception {
        SSLContext context = trustingTheClinic();
        return TestReceiver.start(ServerSocketFactory.getDefault(), connection -> {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(connection.socket(), null, false);
            socket.setEnabledProtocols(new String[] {version});
            clientAuth.accept(socket);
            try {
                socket.startHandshake();
            } catch (SSLException refused) {
                // The connection stays open, so that no reset overtakes the alert.
                connection.drain();
                return;
            }
            String client = client(socket);
            handshakes.add(client);
            serve(connection.over(socket), client);
        });
    }

    private void serve(TestReceiver.Connection encrypted, String client) throws IOException {
        while (!encrypted.readRequest().isEmpty()) {
            clients.add(client);
            encrypted.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        }
    }

    private static String client(SSLSocket socket) {
        try {
            return socket.getSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException none) {
            return "nobody";
        }
    }

    private static SSLContext trustingTheClinic() throws Exception {
        KeyStore known = KeyStore.getInstance("JKS");
        known.load(null, null);
        known.setCertificateEntry("clinic", CLINIC.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        return Attempts.tls(
                trust.getTrustManagers(),
                Attempts.certificateFor(HOST).rsa2048().build());
    }
}
