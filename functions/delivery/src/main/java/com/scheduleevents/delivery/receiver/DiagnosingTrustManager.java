package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.receiver.CertificateFault;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes what the platform's trust manager believes, and says of the rest why. Whether a certificate is believed, the
 * platform alone decides; the reason is looked for afterwards.
 */
final class DiagnosingTrustManager extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager platform;

    DiagnosingTrustManager(X509ExtendedTrustManager platform) {
        this.platform = platform;
    }

    /** What was wrong with the certificate, if a failed connection failed because of it. */
    static Optional<CertificateFault> in(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof NotBelieved refused) {
                return Optional.of(refused.fault);
            }
            if (each instanceof SSLPeerUnverifiedException) {
                return Optional.of(CertificateFault.WRONG_HOST);
            }
        }
        return Optional.empty();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        explained(chain, () -> platform.checkServerTrusted(chain, authType, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        explained(chain, () -> platform.checkServerTrusted(chain, authType, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        explained(chain, () -> platform.checkServerTrusted(chain, authType));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw noServer();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return platform.getAcceptedIssuers();
    }

    private static CertificateException noServer() {
        return new CertificateException("This side calls receivers and is never called: it believes no client.");
    }

    private static void explained(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException refused) {
            throw new NotBelieved(faultOf(chain), refused);
        }
    }

    private static CertificateFault faultOf(X509Certificate[] chain) {
        if (chain[0].getIssuerX500Principal().equals(chain[0].getSubjectX500Principal())) {
            return CertificateFault.SELF_SIGNED;
        }
        try {
            for (X509Certificate each : chain) {
                each.checkValidity();
            }
            return CertificateFault.UNTRUSTED;
        } catch (CertificateExpiredException expired) {
            return CertificateFault.EXPIRED;
        } catch (CertificateNotYetValidException early) {
            return CertificateFault.NOT_YET_VALID;
        }
    }

    @FunctionalInterface
    private interface Check {
        void run() throws CertificateException;
    }

    /** A certificate that the platform does not believe. */
    private static final class NotBelieved extends CertificateException {

        private static final long serialVersionUID = 1L;

        private final CertificateFault fault;

        NotBelieved(CertificateFault fault, CertificateException cause) {
            super("The receiver's certificate is not believed: " + fault.wireName() + ".", cause);
            this.fault = fault;
        }
    }
}
