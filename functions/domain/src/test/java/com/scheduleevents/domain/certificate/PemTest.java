package com.scheduleevents.domain.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {

    private static final HeldCertificate AUTHORITY =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private static final HeldCertificate RSA =
            new HeldCertificate.Builder().rsa2048().signedBy(AUTHORITY).build();
    private static final HeldCertificate EC =
            new HeldCertificate.Builder().ecdsa256().signedBy(AUTHORITY).build();

    static Stream<HeldCertificate> certificates() {
        return Stream.of(RSA, EC);
    }

    @ParameterizedTest
    @MethodSource("certificates")
    void readsWhatItHasWritten(HeldCertificate held) {
        ClientCertificate certificate = new ClientCertificate(
                Pem.chain(held.certificatePem() + AUTHORITY.certificatePem()), Pem.key(held.privateKeyPkcs8Pem()));
        assertThat(certificate.chain()).containsExactly(held.certificate(), AUTHORITY.certificate());
        assertThat(certificate.key()).isEqualTo(held.keyPair().getPrivate());
        assertThat(Pem.read(Pem.write(certificate))).isEqualTo(certificate);
    }

    @Test
    void allowsOtherTextAroundTheBlocksAndOtherEndsOfLines() {
        String chain = "subject=CN = schedule-events\n" + EC.certificatePem().replace("\n", "\r\n") + "\nissuer=…\n"
                + AUTHORITY.certificatePem();
        assertThat(Pem.chain(chain)).containsExactly(EC.certificate(), AUTHORITY.certificate());
        assertThat(Pem.key("Bag Attributes\n" + EC.privateKeyPkcs8Pem()))
                .isEqualTo(EC.keyPair().getPrivate());
    }

    @Test
    void leavesNothingOutSilently() {
        String cut = EC.certificatePem() + AUTHORITY.certificatePem().substring(0, 200);
        for (String chain : List.of("", "hunter2", cut, EC.certificatePem() + EC.privateKeyPkcs8Pem())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Pem.chain(chain))
                    .withMessageContaining("certificate must be 1 to 4 certificates as PEM");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pem.chain("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"))
                .withMessageContaining("no X.509 certificate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\n=\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nhunter2",
                "-----BEGIN DSA PRIVATE KEY-----\nAAAA\n-----END DSA PRIVATE KEY-----"
            })
    void refusesATextWithoutAKey(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pem.key(text))
                .withMessageContaining("private_key must be one RSA or elliptic curve key as PEM")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
    }

    @Test
    void refusesTwoKeys() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pem.key(EC.privateKeyPkcs8Pem() + RSA.privateKeyPkcs8Pem()))
                .withMessageContaining("must be one");
    }

    @Test
    void saysHowToConvertAKey() {
        for (String encrypted : List.of(
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----",
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Pem.key(encrypted))
                    .withMessageContaining("is encrypted. Remove its passphrase: openssl");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pem.key(RSA.privateKeyPkcs1Pem()))
                .withMessageContaining("older format. Convert it: openssl");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pem.key("-----BEGIN EC PARAMETERS-----\nAAAA\n-----END EC PARAMETERS-----\n"
                        + "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----"))
                .withMessageContaining("older format");
    }
}
