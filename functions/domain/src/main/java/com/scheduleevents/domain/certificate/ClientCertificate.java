package com.scheduleevents.domain.certificate;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * A certificate that the service presents to a receiver, and the key that belongs to it.
 *
 * @param chain the certificate itself, followed by those of the authorities that issued it, each by the next
 * @param key its private key, which is shown nowhere
 */
public record ClientCertificate(List<X509Certificate> chain, PrivateKey key) {

    /** How many certificates a chain may have. */
    public static final int MAX_CHAIN = 4;

    private static final int MIN_RSA_BITS = 2_048;
    private static final byte[] CHALLENGE = {1, 2, 3};

    /** @throws IllegalArgumentException when the chain is empty */
    public ClientCertificate {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("a client certificate has a chain");
        }
    }

    /**
     * A certificate and a key that can be used together.
     *
     * @throws IllegalArgumentException when the chain is too long or out of order, or the key is too weak or another one's; says which
     */
    public static ClientCertificate of(List<X509Certificate> chain, PrivateKey key) {
        requireChain(chain);
        requireKey(key);
        if (!belongTogether(chain.getFirst(), key)) {
            throw new IllegalArgumentException(
                    "private_key is not the key of the first certificate. Put the certificate of the key first.");
        }
        return new ClientCertificate(chain, key);
    }

    /** What its owner may see. */
    public CertificateFacts facts() {
        X509Certificate own = chain.getFirst();
        return new CertificateFacts(
                own.getSubjectX500Principal().getName(),
                own.getIssuerX500Principal().getName(),
                fingerprint(own),
                chain.stream()
                        .map(each -> each.getNotAfter().toInstant())
                        .min(Instant::compareTo)
                        .orElseThrow());
    }

    /** Omits the key. */
    @Override
    public String toString() {
        return "ClientCertificate[" + facts().fingerprint() + "]";
    }

    private static void requireChain(List<X509Certificate> chain) {
        if (chain.isEmpty() || chain.size() > MAX_CHAIN) {
            throw new IllegalArgumentException("certificate must be 1 to " + MAX_CHAIN + " certificates.");
        }
        for (int next = 1; next < chain.size(); next++) {
            if (!isIssued(chain.get(next - 1), chain.get(next))) {
                throw new IllegalArgumentException("certificate " + next
                        + " of the chain was not issued by the one that follows it. Begin with your own certificate, and put behind"
                        + " each the one that issued it.");
            }
        }
    }

    private static void requireKey(PrivateKey key) {
        boolean accepted = key instanceof ECKey
                || (key instanceof RSAKey rsa && rsa.getModulus().bitLength() >= MIN_RSA_BITS);
        if (!accepted) {
            throw new IllegalArgumentException("private_key must be an RSA key of at least " + MIN_RSA_BITS
                    + " bits, or one of an elliptic curve.");
        }
    }

    private static boolean isIssued(X509Certificate certificate, X509Certificate issuer) {
        if (!certificate.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException notItsSignature) {
            return false;
        }
    }

    private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
        try {
            Signature signature = Signature.getInstance("SHA256with" + (key instanceof ECKey ? "ECDSA" : "RSA"));
            signature.initSign(key);
            signature.update(CHALLENGE);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(CHALLENGE);
            return signature.verify(signed);
        } catch (GeneralSecurityException ofAnotherKind) {
            return false;
        }
    }

    private static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("certificate cannot be encoded.", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The JDK has no SHA-256.", e);
        }
    }
}
