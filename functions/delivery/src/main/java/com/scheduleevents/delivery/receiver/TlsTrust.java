package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.certificate.ClientCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** The certificate authorities that are trusted, and the TLS sockets that require them. */
record TlsTrust(X509TrustManager authorities, SSLSocketFactory sockets) {

    /** The certificate authorities of the platform. */
    static TlsTrust platform() {
        return of(managerOf(null));
    }

    /**
     * The certificate authorities of the platform and additional ones.
     *
     * @param pem concatenated certificates as PEM; line breaks may be written as {@code \n}
     * @throws IllegalArgumentException when it contains no certificate
     */
    static TlsTrust platformAnd(String pem) {
        List<X509Certificate> known = List.of(managerOf(null).getAcceptedIssuers());
        try {
            KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
            all.load(null, null);
            for (Certificate each :
                    Stream.concat(known.stream(), certificates(pem).stream()).toList()) {
                all.setCertificateEntry(Integer.toString(all.size()), each);
            }
            return of(managerOf(all));
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("The JDK cannot hold certificates in memory.", impossible);
        }
    }

    private static Collection<? extends Certificate> certificates(String pem) {
        byte[] lines = pem.replace("\\n", "\n").getBytes(StandardCharsets.US_ASCII);
        try {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(lines));
            if (found.isEmpty()) {
                throw new CertificateException("It contains no certificate.");
            }
            return found;
        } catch (CertificateException unreadable) {
            throw new IllegalArgumentException(
                    "The extra receiver authority cannot be parsed. Write it as PEM, from -----BEGIN CERTIFICATE----- to"
                            + " -----END CERTIFICATE-----, with its line breaks kept or written as \\n.",
                    unreadable);
        }
    }

    /** The same authorities, with sockets and TLS sessions of their own, which present a certificate to receivers that ask for one. */
    TlsTrust presenting(ClientCertificate certificate) {
        return of(authorities, Optional.of(certificate));
    }

    private static TlsTrust of(X509TrustManager authorities) {
        return of(authorities, Optional.empty());
    }

    private static TlsTrust of(X509TrustManager authorities, Optional<ClientCertificate> certificate) {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(
                    new KeyManager[] {new PresentedCertificate(certificate)}, new TrustManager[] {authorities}, null);
            return new TlsTrust(authorities, context.getSocketFactory());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("The JDK has no TLS 1.3.", impossible);
        }
    }

    private static X509TrustManager managerOf(@Nullable KeyStore authorities) {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(authorities);
            return Arrays.stream(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .map(X509ExtendedTrustManager.class::cast)
                    .map(DiagnosingTrustManager::new)
                    .findFirst()
                    .orElseThrow();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("The JDK has no X.509 trust manager.", impossible);
        }
    }
}
