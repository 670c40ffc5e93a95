package com.scheduleevents.local.receiver;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import okhttp3.tls.HeldCertificate;

/** A certificate authority for servers on localhost. */
public final class LocalAuthority {

    private static final String FILE = "local-authority.pem";
    private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);

    /** The longest lifetime that clients accept, 398 days. A new certificate is made at each start. */
    private static final Duration SERVER_LIFE = Duration.ofDays(397);

    private static final char[] NO_PASSWORD = {};

    private final HeldCertificate authority;

    private LocalAuthority(HeldCertificate authority) {
        this.authority = authority;
    }

    /**
     * The authority that the directory stores, or a new one.
     *
     * @param data directory that stores it with its private key; empty: in memory
     */
    public static LocalAuthority in(Optional<Path> data) {
        Optional<Path> file = data.map(directory -> directory.resolve(FILE));
        if (file.filter(Files::exists).isPresent()) {
            return read(file.get());
        }
        HeldCertificate made = new HeldCertificate.Builder()
                .commonName("Schedule Events local authority")
                .certificateAuthority(0)
                .duration(AUTHORITY_LIFE.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        file.ifPresent(path -> write(path, made));
        return new LocalAuthority(made);
    }

    /** The authority's certificate, for clients that must trust it. */
    public String caPem() {
        return authority.certificatePem();
    }

    /** The key and certificate for a server on localhost and 127.0.0.1. */
    SslContext forLocalhost() {
        HeldCertificate server = new HeldCertificate.Builder()
                .commonName("localhost")
                .addSubjectAlternativeName("localhost")
                .addSubjectAlternativeName("127.0.0.1")
                .signedBy(authority)
                .duration(SERVER_LIFE.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        try {
            return SslContextBuilder.forServer(keys(server))
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalStateException("The certificate for localhost cannot be used.", unusable);
        }
    }

    /**
     * The key in a store of the old format: in the default one, the key would be encrypted with a key derived from a password,
     * which takes longer than the rest of the start.
     */
    private KeyManagerFactory keys(HeldCertificate server) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, NO_PASSWORD);
        Certificate[] chain = {server.certificate(), authority.certificate()};
        store.setKeyEntry("localhost", server.keyPair().getPrivate(), NO_PASSWORD, chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, NO_PASSWORD);
        return keys;
    }

    private static LocalAuthority read(Path file) {
        try {
            return new LocalAuthority(HeldCertificate.decode(Files.readString(file, StandardCharsets.US_ASCII)));
        } catch (IOException | IllegalArgumentException damaged) {
            throw new IllegalStateException(
                    "The local authority cannot be read from " + file + ". Delete the file to have a new one made.",
                    damaged);
        }
    }

    private static void write(Path file, HeldCertificate made) {
        try {
            Files.createFile(file);
            boolean closed =
                    file.toFile().setReadable(false, false) && file.toFile().setReadable(true, true);
            if (!closed) {
                throw new IOException("Its permissions cannot be set.");
            }
            Files.writeString(file, made.certificatePem() + made.privateKeyPkcs8Pem(), StandardCharsets.US_ASCII);
        } catch (IOException failed) {
            throw new UncheckedIOException("The local authority cannot be kept in " + file + ".", failed);
        }
    }
}
