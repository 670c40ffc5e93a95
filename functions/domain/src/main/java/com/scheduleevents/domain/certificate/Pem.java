package com.scheduleevents.domain.certificate;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Certificates and keys as the text in which people have them (RFC 7468). Messages of errors quote nothing of a key. */
public final class Pem {

    /** The longest chain, and the longest key, in characters: several times what an ordinary one has. */
    public static final int MAX_LENGTH = 16_384;

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";

    /** Text between the blocks, such as the names that OpenSSL prints, is allowed. */
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    private static final String BEGIN = "-----BEGIN ";
    private static final String ENCRYPTED = "ENCRYPTED";

    private Pem() {}

    /**
     * The certificates of a text, in its order.
     *
     * @throws IllegalArgumentException when the text has none, too many or an unreadable one
     */
    public static List<X509Certificate> chain(String text) {
        List<Block> blocks = blocks(text);
        if (blocks.isEmpty()
                || blocks.size() > ClientCertificate.MAX_CHAIN
                || !blocks.stream().allMatch(block -> block.label().equals(CERTIFICATE))) {
            throw new IllegalArgumentException(
                    "certificate must be 1 to " + ClientCertificate.MAX_CHAIN
                            + " certificates as PEM, each from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, and nothing else.");
        }
        return blocks.stream()
                .map(block -> certificate(decoded(block.base64())))
                .toList();
    }

    /**
     * The private key of a text.
     *
     * @throws IllegalArgumentException when the text has none, or one that is encrypted, in an older format or of another kind
     */
    public static PrivateKey key(String text) {
        if (text.contains(ENCRYPTED)) {
            throw new IllegalArgumentException(
                    "private_key is encrypted. Remove its passphrase: openssl pkcs8 -topk8 -nodes -in key.pem");
        }
        List<Block> blocks = blocks(text).stream()
                .filter(block -> !block.label().equals("EC PARAMETERS"))
                .toList();
        if (blocks.size() != 1) {
            throw notAKey();
        }
        return switch (blocks.getFirst().label()) {
            case PRIVATE_KEY -> key(decoded(blocks.getFirst().base64()));
            case "RSA PRIVATE KEY", "EC PRIVATE KEY" ->
                throw new IllegalArgumentException(
                        "private_key is in an older format. Convert it: openssl pkcs8 -topk8 -nodes -in key.pem");
            default -> throw notAKey();
        };
    }

    /** A certificate as one text, from which {@link #read} makes it again. */
    public static String write(ClientCertificate certificate) {
        return certificate.chain().stream()
                        .map(each -> block(CERTIFICATE, encoded(each)))
                        .collect(Collectors.joining())
                + block(PRIVATE_KEY, certificate.key().getEncoded());
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IllegalArgumentException when it is another text
     */
    public static ClientCertificate read(String text) {
        int key = text.indexOf(BEGIN + PRIVATE_KEY);
        if (key < 0) {
            throw notAKey();
        }
        return new ClientCertificate(chain(text.substring(0, key)), key(text.substring(key)));
    }

    private record Block(String label, String base64) {}

    /** Of a text that begins further blocks there are none: one that is cut off must not be left out silently. */
    private static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        return blocks.size() == text.split(BEGIN, -1).length - 1 ? blocks : List.of();
    }

    /** Bytes that are no base64 are no certificate and no key either, so the next step rejects them. */
    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static X509Certificate certificate(byte[] bytes) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("certificate has a block that is no X.509 certificate.", e);
        }
    }

    private static PrivateKey key(byte[] bytes) {
        return find("RSA", bytes).or(() -> find("EC", bytes)).orElseThrow(Pem::notAKey);
    }

    private static Optional<PrivateKey> find(String algorithm, byte[] bytes) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes)));
        } catch (InvalidKeySpecException ofAnotherKind) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The JDK cannot read keys of the kind " + algorithm + ".", e);
        }
    }

    private static IllegalArgumentException notAKey() {
        return new IllegalArgumentException("private_key must be one RSA or elliptic curve key as PEM (PKCS #8), from"
                + " -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.");
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("certificate cannot be encoded.", e);
        }
    }

    private static String block(String label, byte[] bytes) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes);
        return BEGIN + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }
}
