package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.certificate.Pem;
import com.scheduleevents.simulation.SimulatedWorld;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.random.RandomGenerator;
import okhttp3.tls.HeldCertificate;

/**
 * The client certificates that receivers require. All have one key, and RSA signatures have no randomness, so the same seed draws the same
 * certificates.
 */
final class CertificateIssuer {

    /** What the names of certificates begin with. */
    private static final String COMMON_NAME = "CN=";

    /** Within the run, an e-mail about its end becomes due: at once, or later. */
    private static final int[] LAST_DAYS = {3, 8, 15, 31, 90};

    private static final Duration VALID_BEFORE = Duration.ofDays(365);

    private CertificateIssuer() {}

    /** Whom the certificate for a receiver names. */
    static String subject(String host) {
        return COMMON_NAME + "client of " + host;
    }

    /** When the certificate for a receiver ends. */
    static Instant drawEnd(SimulatedWorld world, String host) {
        RandomGenerator random = world.streams().stream("end of the certificate of " + host);
        int days = LAST_DAYS[random.nextInt(LAST_DAYS.length)];
        return world.scheduler()
                .now()
                .plus(Duration.ofDays(days))
                .minus(Duration.ofMinutes(random.nextInt(24 * 60)))
                .truncatedTo(ChronoUnit.SECONDS);
    }

    /** A certificate and its key, as the API takes them. */
    static ObjectNode issue(String subject, Instant endsAt) {
        HeldCertificate held = new HeldCertificate.Builder()
                .keyPair(key())
                .rsa2048()
                .commonName(subject.substring(COMMON_NAME.length()))
                .serialNumber(BigInteger.ONE)
                .validityInterval(endsAt.minus(VALID_BEFORE).toEpochMilli(), endsAt.toEpochMilli())
                .build();
        return JsonNodeFactory.instance
                .objectNode()
                .put("certificate", held.certificatePem())
                .put("private_key", held.privateKeyPkcs8Pem());
    }

    private static KeyPair key() {
        try (InputStream pem = CertificateIssuer.class.getResourceAsStream("client-key.pem")) {
            RSAPrivateCrtKey key = (RSAPrivateCrtKey)
                    Pem.key(new String(Objects.requireNonNull(pem).readAllBytes(), StandardCharsets.US_ASCII));
            RSAPublicKeySpec publicKey = new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent());
            return new KeyPair(KeyFactory.getInstance("RSA").generatePublic(publicKey), key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The JDK has no RSA.", e);
        }
    }
}
