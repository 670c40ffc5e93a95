package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.A_HANG;
import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.SHORT;
import static com.scheduleevents.delivery.receiver.Attempts.attempt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ServerSocketFactory;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests failures before a request can be sent: connection, TLS, certificates. */
class HandshakesTest {

    /** With RSA there are cipher suites that every version shares. */
    private static final SSLContext RSA =
            Attempts.tls(Attempts.certificateFor(HOST).rsa2048().build());

    private static final TestReceiver.Behaviour RESPONSE = connection -> {
        connection.readRequest();
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    };

    static Stream<Arguments> badCertificates() {
        long now = System.currentTimeMillis();
        HeldCertificate stranger =
                new HeldCertificate.Builder().certificateAuthority(0).build();
        HeldCertificate between = new HeldCertificate.Builder()
                .certificateAuthority(0)
                .signedBy(Attempts.AUTHORITY)
                .build();
        HeldCertificate expiredBetween = new HeldCertificate.Builder()
                .certificateAuthority(0)
                .signedBy(Attempts.AUTHORITY)
                .validityInterval(now - 2_000_000, now - 1_000_000)
                .build();
        return Stream.of(
                bad("of another host", CertificateFault.WRONG_HOST, Attempts.certificateFor("other.example")),
                bad("of its subdomains", CertificateFault.WRONG_HOST, Attempts.certificateFor("*." + HOST)),
                bad(
                        "that names the host as its common name alone",
                        CertificateFault.WRONG_HOST,
                        new HeldCertificate.Builder()
                                .signedBy(Attempts.AUTHORITY)
                                .commonName(HOST)),
                bad(
                        "that has expired",
                        CertificateFault.EXPIRED,
                        Attempts.certificateFor(HOST).validityInterval(now - 2_000_000, now - 1_000_000)),
                bad(
                        "that rests on one that has expired",
                        CertificateFault.EXPIRED,
                        signedBy(expiredBetween),
                        expiredBetween),
                bad(
                        "that is not valid yet",
                        CertificateFault.NOT_YET_VALID,
                        Attempts.certificateFor(HOST).validityInterval(now + 1_000_000, now + 2_000_000)),
                bad(
                        "of an unknown authority that it sends along",
                        CertificateFault.UNTRUSTED,
                        signedBy(stranger),
                        stranger),
                bad("whose link to the authority is missing", CertificateFault.INCOMPLETE_CHAIN, signedBy(between)),
                bad(
                        "that signed itself",
                        CertificateFault.SELF_SIGNED,
                        new HeldCertificate.Builder().addSubjectAlternativeName(HOST)));
    }

    private static Arguments bad(
            String what, CertificateFault fault, HeldCertificate.Builder certificate, HeldCertificate... others) {
        X509Certificate[] sent =
                Arrays.stream(others).map(HeldCertificate::certificate).toArray(X509Certificate[]::new);
        return Arguments.of(what, fault, Attempts.tls(certificate.build(), sent).getServerSocketFactory());
    }

    private static HeldCertificate.Builder signedBy(HeldCertificate authority) {
        return new HeldCertificate.Builder().signedBy(authority).addSubjectAlternativeName(HOST);
    }

    @ParameterizedTest(name = "a certificate {0}")
    @MethodSource("badCertificates")
    void sendsNothingToAReceiverWithAnInvalidCertificate(
            String what, CertificateFault fault, ServerSocketFactory sockets) throws Exception {
        CompletableFuture<String> request = new CompletableFuture<>();
        try (TestReceiver receiver = TestReceiver.start(sockets, connection -> {
            request.complete(connection.readRequest());
            connection.write("HTTP/1.1 200 OK\r\n\r\n");
        })) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TLS);
            assertThat(outcome.certificateFault()).isEqualTo(fault);
            assertThat(outcome.summary()).isEqualTo("tls " + fault.wireName());
            assertThat(request.getNow("")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void usesCurrentTlsVersionsAndSendsTheHostName(String version) throws Exception {
        CompletableFuture<Object> named = new CompletableFuture<>();
        try (TestReceiver receiver = TestReceiver.start(speaking(version), connection -> {
            SSLSocket socket = (SSLSocket) connection.socket();
            socket.startHandshake();
            named.complete(((ExtendedSSLSession) socket.getSession()).getRequestedServerNames());
            RESPONSE.serve(connection);
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).succeeded()).isTrue();
            assertThat(named.get(2, TimeUnit.MINUTES)).isEqualTo(List.of(new SNIHostName(HOST)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1", "TLSv1.1"})
    void refusesOldTlsVersionsThatTheJvmWouldAccept(String version) throws Exception {
        assertThat(Security.getProperty("jdk.tls.disabledAlgorithms"))
                .as("the list of disabled algorithms that these tests run with")
                .doesNotContain("TLSv1");
        assertThat(System.getProperty("jdk.tls.client.protocols"))
                .as("the versions that the JVM of these tests would offer by itself")
                .isEqualTo("TLSv1,TLSv1.1");
        try (TestReceiver receiver = TestReceiver.start(speaking(version), RESPONSE)) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TLS);
            assertThat(outcome.certificateFault()).isNull();
        }
    }

    /**
     * A server says so in the handshake of TLS 1.2, and only after it in TLS 1.3, when the request may have been sent.
     */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void saysThatAReceiverRequiresACertificateOfItsClient(String version) throws Exception {
        CompletableFuture<String> request = new CompletableFuture<>();
        try (TestReceiver receiver = TestReceiver.start(ServerSocketFactory.getDefault(), connection -> {
            SSLSocket socket = (SSLSocket) RSA.getSocketFactory().createSocket(connection.socket(), null, false);
            socket.setEnabledProtocols(new String[] {version});
            socket.setNeedClientAuth(true);
            try {
                socket.startHandshake();
                request.complete("");
            } catch (SSLException refused) {
                // The connection stays open, so that no reset overtakes the alert.
                connection.drain();
            }
        })) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TLS);
            assertThat(outcome.summary()).isEqualTo("tls client_certificate_required");
            assertThat(request).isNotDone();
        }
    }

    /** Another implementation, with another alert: handshake_failure in TLS 1.2. */
    @ParameterizedTest
    @ValueSource(strings = {"-tls1_2", "-tls1_3"})
    void saysThatAServerOnOpenSslRequiresACertificateOfItsClient(String version, @TempDir Path directory)
            throws Exception {
        HeldCertificate certificate = Attempts.certificateFor(HOST).rsa2048().build();
        Path key = Files.writeString(directory.resolve("key.pem"), certificate.privateKeyPkcs8Pem());
        Path chain = Files.writeString(directory.resolve("certificate.pem"), certificate.certificatePem());
        try (OpenSslServer server =
                OpenSslServer.start(version, "-Verify", "1", "-key", key.toString(), "-cert", chain.toString())) {
            AttemptOutcome outcome = attempt(server.url(HOST), PATIENT);
            assertThat(outcome.summary()).isEqualTo("tls client_certificate_required");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void doesWithoutACertificateWhereAReceiverOnlyAsksForOne(String version) throws Exception {
        try (TestReceiver receiver = TestReceiver.start(speaking(version), connection -> {
            ((SSLSocket) connection.socket()).setWantClientAuth(true);
            RESPONSE.serve(connection);
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).succeeded()).isTrue();
        }
    }

    /** Bytes that are no TLS, in the place of a response. */
    @Test
    void classifiesABreachOfTlsBeforeAnyResponseAsATlsFailure() throws Exception {
        try (TestReceiver receiver = TestReceiver.start(ServerSocketFactory.getDefault(), connection -> {
            SSLSocket socket = (SSLSocket) RSA.getSocketFactory().createSocket(connection.socket(), null, false);
            socket.setUseClientMode(false);
            socket.startHandshake();
            socket.getInputStream().read();
            // A record of application data that nobody could have encrypted.
            connection.out().write(new byte[] {
                0x17, 3, 3, 0, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20
            });
            connection.out().flush();
            connection.drain();
        })) {
            AttemptOutcome outcome = attempt(receiver.url(HOST), PATIENT);
            assertThat(outcome.summary()).isEqualTo("tls");
        }
    }

    @Test
    void classifiesAReceiverWithoutTlsAsATlsFailure() throws Exception {
        try (TestReceiver receiver = TestReceiver.start(
                ServerSocketFactory.getDefault(), connection -> connection.write("HTTP/1.1 200 OK\r\n\r\n"))) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.TLS);
        }
    }

    @Test
    void classifiesAResetHandshakeAsATlsFailure() throws Exception {
        try (TestReceiver receiver = TestReceiver.start(ServerSocketFactory.getDefault(), connection -> {
            connection.socket().getInputStream().read();
            connection.reset();
        })) {
            assertThat(attempt(receiver.url(HOST), PATIENT).outcomeClass()).isEqualTo(OutcomeClass.TLS);
        }
    }

    @Test
    void classifiesAClosedPortAsAConnectFailure() throws Exception {
        // Bound, so that no other test gets the port.
        try (Socket notListening = new Socket()) {
            notListening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            assertThat(attempt("https://" + HOST + ":" + notListening.getLocalPort(), PATIENT)
                            .outcomeClass())
                    .isEqualTo(OutcomeClass.CONNECT);
        }
    }

    @Test
    void timesOutWhenAHandshakeHangs() throws Exception {
        try (TestReceiver receiver =
                TestReceiver.start(ServerSocketFactory.getDefault(), TestReceiver.Connection::hang)) {
            assertTimeout(attempt(receiver.url(HOST), SHORT));
        }
    }

    @Test
    void timesOutWhenAHandshakeIsSlow() throws Exception {
        try (TestReceiver receiver = TestReceiver.start(ServerSocketFactory.getDefault(), connection -> {
            // The header of a handshake record of 16 KB, which is then sent byte by byte.
            connection.out().write(new byte[] {0x16, 3, 3, 0x40, 0, 2, 0, 0x3f, (byte) 0xfc});
            connection.socket().setSoTimeout(50);
            while (true) {
                connection.out().write(0);
                try {
                    connection.socket().getInputStream().readNBytes(100_000);
                } catch (SocketTimeoutException asPlanned) {
                    connection.out().flush();
                }
            }
        })) {
            assertTimeout(attempt(receiver.url(HOST), SHORT));
        }
    }

    @Test
    void timesOutWhenAConnectionIsNotAccepted() throws Exception {
        List<Socket> queued = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            while (isAccepted(address, queued)) {
                assertThat(queued).as("connections that fit the backlog").hasSizeLessThan(100);
            }
            assertTimeout(attempt("https://" + HOST + ":" + server.getLocalPort(), SHORT));
        } finally {
            for (Socket socket : queued) {
                socket.close();
            }
        }
    }

    private static boolean isAccepted(InetSocketAddress address, List<Socket> queued) throws Exception {
        Socket socket = new Socket();
        queued.add(socket);
        try {
            socket.connect(address, 300);
            return true;
        } catch (SocketTimeoutException full) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----"})
    void rejectsAMalformedAuthority(String pem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Attempts.receivers(Resolver.ofTheJvm(), Attempts.LOOPBACK, pem))
                .withMessageContaining("-----BEGIN CERTIFICATE-----");
    }

    @Test
    void readsSeveralAuthoritiesWithEscapedLineBreaks() throws Exception {
        String other =
                new HeldCertificate.Builder().certificateAuthority(0).build().certificatePem();
        String pem = (other + Attempts.AUTHORITY.certificatePem()).replace("\n", "\\n");
        HttpsReceivers receivers =
                Attempts.receivers(host -> List.of(InetAddress.getLoopbackAddress()), Attempts.LOOPBACK, pem);
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), RESPONSE)) {
            assertThat(receivers
                            .attempt(Attempts.request(receiver.url(HOST), PATIENT))
                            .succeeded())
                    .isTrue();
        }
    }

    @Test
    void doesNotTrustTheExtraAuthorityUnlessConfigured() throws Exception {
        HttpsReceivers receivers =
                Attempts.receivers(host -> List.of(InetAddress.getLoopbackAddress()), Attempts.LOOPBACK, "");
        try (TestReceiver receiver = TestReceiver.start(Attempts.tlsSockets(), RESPONSE)) {
            assertThat(receivers
                            .attempt(Attempts.request(receiver.url(HOST), PATIENT))
                            .outcomeClass())
                    .isEqualTo(OutcomeClass.TLS);
        }
    }

    private static ServerSocketFactory speaking(String version) {
        ServerSocketFactory sockets = RSA.getServerSocketFactory();
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket(int port) {
                throw new UnsupportedOperationException("Not used.");
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) {
                throw new UnsupportedOperationException("Not used.");
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
                SSLServerSocket socket = (SSLServerSocket) sockets.createServerSocket(port, backlog, address);
                socket.setEnabledProtocols(new String[] {version});
                return socket;
            }
        };
    }

    private static void assertTimeout(AttemptOutcome outcome) {
        assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TIMEOUT);
        assertThat(outcome.duration()).isBetween(SHORT, A_HANG);
    }
}
