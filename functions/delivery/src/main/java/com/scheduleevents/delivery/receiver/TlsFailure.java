package com.scheduleevents.delivery.receiver;

import com.scheduleevents.delivery.receiver.CallProgress.CertificateRequest;
import com.scheduleevents.domain.receiver.CertificateFault;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Finds out from the exceptions of a failed call whether TLS failed, and why. */
final class TlsFailure {

    /** How the JDK begins what it says of an alert that the peer sent. */
    private static final String ALERT = "Received fatal alert";

    /** The alert of TLS 1.3 for a client that sent no certificate (RFC 8446, section 6.2). */
    private static final String CERTIFICATE_REQUIRED = ALERT + ": certificate_required";

    private TlsFailure() {}

    /**
     * Whether TLS failed rather than what it carried. The JDK also wraps other errors of a socket, such as a limit of
     * bytes, in an exception of TLS.
     */
    static boolean isIn(Throwable failure) {
        List<Throwable> all = all(failure);
        return all.stream().anyMatch(SSLException.class::isInstance)
                && all.stream()
                        .filter(SSLException.class::isInstance)
                        .map(Throwable::getCause)
                        .noneMatch(cause -> cause instanceof IOException && !(cause instanceof SSLException));
    }

    /**
     * What was wrong with a certificate, if that is why TLS failed.
     *
     * @param request whether the receiver asked for a certificate of the sender. Without one, servers say
     *     certificate_required (TLS 1.3), bad_certificate or, as OpenSSL does in TLS 1.2, handshake_failure; of one
     *     that they do not accept they say a dozen things.
     */
    static Optional<CertificateFault> faultIn(Throwable failure, CertificateRequest request) {
        for (Throwable each : all(failure)) {
            if (each instanceof DiagnosingTrustManager.NotTrusted refused) {
                return Optional.of(refused.fault());
            }
            if (each instanceof SSLPeerUnverifiedException) {
                return Optional.of(CertificateFault.WRONG_HOST);
            }
            String message = String.valueOf(each.getMessage());
            if (message.contains(ALERT)) {
                return faultOf(message, request);
            }
        }
        return Optional.empty();
    }

    private static Optional<CertificateFault> faultOf(String alert, CertificateRequest request) {
        return switch (request) {
            case PRESENTED -> Optional.of(CertificateFault.CLIENT_CERTIFICATE_REJECTED);
            case DECLINED -> Optional.of(CertificateFault.CLIENT_CERTIFICATE_REQUIRED);
            case NONE ->
                Optional.of(CertificateFault.CLIENT_CERTIFICATE_REQUIRED)
                        .filter(_ -> alert.contains(CERTIFICATE_REQUIRED));
        };
    }

    /**
     * With causes, and with what happened besides: a request may be cut off before the alert that says why has been
     * read.
     */
    private static List<Throwable> all(Throwable failure) {
        List<Throwable> all = new ArrayList<>();
        Deque<Throwable> next = new ArrayDeque<>(List.of(failure));
        while (!next.isEmpty()) {
            Throwable each = next.pop();
            all.add(each);
            next.addAll(List.of(each.getSuppressed()));
            if (each.getCause() != null) {
                next.add(each.getCause());
            }
        }
        return all;
    }
}
