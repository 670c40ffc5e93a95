package com.scheduleevents.domain.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCertificateTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant SOON = Instant.parse("2026-12-01T00:00:00Z");
    private static final Instant LATE = Instant.parse("2029-12-01T00:00:00Z");

    private static final HeldCertificate ROOT =
            until(SOON).certificateAuthority(1).commonName("Root").build();
    private static final HeldCertificate BETWEEN = until(LATE)
            .certificateAuthority(0)
            .signedBy(ROOT)
            .commonName("Between")
            .build();
    private static final HeldCertificate OWN =
            until(LATE).signedBy(BETWEEN).commonName("schedule-events").build();

    @Test
    void saysWhomItNamesAndWhenTheFirstOfItsChainEnds() throws Exception {
        CertificateFacts alone = ClientCertificate.of(chain(OWN), key(OWN)).facts();
        assertThat(alone.subject()).isEqualTo("CN=schedule-events");
        assertThat(alone.issuer()).isEqualTo("CN=Between");
        assertThat(alone.endsAt()).isEqualTo(LATE);
        assertThat(alone.fingerprint())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256")
                                .digest(OWN.certificate().getEncoded())));

        CertificateFacts whole =
                ClientCertificate.of(chain(OWN, BETWEEN, ROOT), key(OWN)).facts();
        assertThat(whole).isEqualTo(new CertificateFacts(alone.subject(), alone.issuer(), alone.fingerprint(), SOON));
    }

    @Test
    void acceptsRsaAndSelfSignedCertificates() {
        HeldCertificate rsa = until(LATE).rsa2048().commonName("rsa").build();
        assertThat(ClientCertificate.of(chain(rsa), key(rsa)).facts().issuer()).isEqualTo("CN=rsa");
    }

    @Test
    void refusesTheKeyOfAnotherCertificate() {
        HeldCertificate rsa = until(LATE).rsa2048().build();
        for (HeldCertificate other : List.of(BETWEEN, rsa)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ClientCertificate.of(chain(OWN, BETWEEN), key(other)))
                    .withMessageContaining("private_key is not the key of the first certificate");
        }
    }

    @Test
    void refusesAChainThatIsOutOfOrderOrHasAGap() {
        for (List<X509Certificate> wrong : List.of(chain(OWN, ROOT), chain(OWN, OWN), chain(OWN, BETWEEN, BETWEEN))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ClientCertificate.of(wrong, key(OWN)))
                    .withMessageContaining("was not issued by the one that follows");
        }
    }

    @Test
    void refusesAnIssuerOfTheSameNameWithAnotherKey() {
        HeldCertificate namesake =
                until(LATE).certificateAuthority(0).commonName("Between").build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientCertificate.of(chain(OWN, namesake), key(OWN)))
                .withMessageContaining("was not issued by");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void refusesNoCertificatesAndTooMany(int count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientCertificate.of(
                        IntStream.range(0, count)
                                .mapToObj(_ -> OWN.certificate())
                                .toList(),
                        key(OWN)))
                .withMessageContaining("1 to 4 certificates");
    }

    @Test
    void refusesWeakKeysAndThoseOfOtherKinds() throws Exception {
        KeyPairGenerator weak = KeyPairGenerator.getInstance("RSA");
        weak.initialize(1_024);
        KeyPairGenerator other = KeyPairGenerator.getInstance("Ed25519");
        for (KeyPairGenerator generator : List.of(weak, other)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ClientCertificate.of(
                            chain(OWN), generator.generateKeyPair().getPrivate()))
                    .withMessageContaining("RSA key of at least 2048 bits");
        }
    }

    @Test
    void doesNotShowItsKey() {
        ClientCertificate certificate = ClientCertificate.of(chain(OWN), key(OWN));
        assertThat(certificate)
                .hasToString("ClientCertificate[" + certificate.facts().fingerprint() + "]");
    }

    private static HeldCertificate.Builder until(Instant end) {
        return new HeldCertificate.Builder().validityInterval(BEGIN.toEpochMilli(), end.toEpochMilli());
    }

    private static List<X509Certificate> chain(HeldCertificate... held) {
        return Arrays.stream(held).map(HeldCertificate::certificate).toList();
    }

    private static PrivateKey key(HeldCertificate held) {
        return held.keyPair().getPrivate();
    }
}
