package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.certificate.ClientCertificate;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Presents the certificate of a webhook to a receiver that asks its client for one, and tells the call that the receiver did. Without a certificate
 * the handshake goes on: many servers that ask do without. The JDK performs a handshake in the thread that connects, which is that of the call.
 */
final class PresentedCertificate extends X509ExtendedKeyManager {

    /** The call whose thread this is. */
    static final ScopedValue<CallProgress> CALL = ScopedValue.newInstance();

    private static final String OWN = "own";

    private final Optional<ClientCertificate> certificate;

    /** @param certificate empty for none */
    PresentedCertificate(Optional<ClientCertificate> certificate) {
        this.certificate = certificate;
    }

    /**
     * The authorities that the receiver names are not compared: it may trust the certificate itself, or an authority that its list does not
     * have, and it decides in any case.
     */
    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        boolean fits = certificate
                .filter(own -> Arrays.asList(keyTypes).contains(own.key().getAlgorithm()))
                .isPresent();
        if (CALL.isBound()) {
            CALL.get().certificateRequested(fits);
        }
        return fits ? OWN : null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return certificate
                .map(own -> own.chain().toArray(new X509Certificate[0]))
                .orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return certificate.map(ClientCertificate::key).orElse(null);
    }
}
