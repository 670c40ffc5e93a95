package com.scheduleevents.delivery.receiver;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Has no certificate for receivers that ask for one, and tells the call that they did: the sender signs its requests
 * instead, and many servers that ask do without. The JDK performs a handshake in the thread that connects, which is
 * that of the call.
 */
final class NoClientCertificate extends X509ExtendedKeyManager {

    /** The call whose thread this is. */
    static final ScopedValue<CallProgress> CALL = ScopedValue.newInstance();

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        if (CALL.isBound()) {
            CALL.get().certificateRequested();
        }
        return null;
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
        return null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return null;
    }
}
