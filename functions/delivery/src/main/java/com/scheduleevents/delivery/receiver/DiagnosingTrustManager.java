package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.receiver.CertificateFault;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.security.auth.x500.X500Principal;

/**
 * Trusts what the platform's trust manager trusts, and says why it does not trust the rest. The platform alone decides; the reason is
 * determined afterwards.
 */
final class DiagnosingTrustManager extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager platform;

    DiagnosingTrustManager(X509ExtendedTrustManager platform) {
        this.platform = platform;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        diagnosing(chain, () -> platform.checkServerTrusted(chain, authType, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        diagnosing(chain, () -> platform.checkServerTrusted(chain, authType, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        diagnosing(chain, () -> platform.checkServerTrusted(chain, authType));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw noClients();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return platform.getAcceptedIssuers();
    }

    private static CertificateException noClients() {
        return new CertificateException("The sender is a client and trusts no client certificates.");
    }

    private void diagnosing(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException refused) {
            throw new NotTrusted(faultOf(chain), refused);
        }
    }

    private CertificateFault faultOf(X509Certificate[] chain) {
        if (chain[0].getIssuerX500Principal().equals(chain[0].getSubjectX500Principal())) {
            return CertificateFault.SELF_SIGNED;
        }
        try {
            for (X509Certificate each : chain) {
                each.checkValidity();
            }
            return isComplete(chain) ? CertificateFault.UNTRUSTED : CertificateFault.INCOMPLETE_CHAIN;
        } catch (CertificateExpiredException expired) {
            return CertificateFault.EXPIRED;
        } catch (CertificateNotYetValidException early) {
            return CertificateFault.NOT_YET_VALID;
        }
    }

    /** Whether the issuer of each certificate is among those that were sent or are trusted. */
    private boolean isComplete(X509Certificate[] chain) {
        Set<X500Principal> known = Stream.concat(Arrays.stream(chain), Arrays.stream(getAcceptedIssuers()))
                .map(X509Certificate::getSubjectX500Principal)
                .collect(Collectors.toSet());
        return Arrays.stream(chain).map(X509Certificate::getIssuerX500Principal).allMatch(known::contains);
    }

    @FunctionalInterface
    private interface Check {
        void run() throws CertificateException;
    }

    /** A certificate that the platform does not trust. */
    static final class NotTrusted extends CertificateException {

        private static final long serialVersionUID = 1L;

        private final CertificateFault fault;

        NotTrusted(CertificateFault fault, CertificateException cause) {
            super("The receiver's certificate is not trusted: " + fault.wireName() + ".", cause);
            this.fault = fault;
        }

        CertificateFault fault() {
            return fault;
        }
    }
}
