package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.certificate.ClientIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import okhttp3.OkHttpClient;

/**
 * The HTTP clients for receivers that trust the same authorities: one for all requests without a client certificate, and one for each identity.
 * Connections and TLS sessions belong to one client, so a connection that was made with a certificate serves no other webhook, and none
 * that has another certificate by now.
 */
final class ClientConnections {

    /** Enough for the webhooks of one sender; the one used least recently makes room. */
    static final int MOST_IDENTITIES = 100;

    private final OkHttpClient anonymous;
    private final TlsTrust trust;

    /** Those used last come last. */
    private final Map<ClientIdentity, OkHttpClient> identified = new LinkedHashMap<>(16, 0.75f, true);

    /** @param client has the connections of requests without a certificate */
    ClientConnections(OkHttpClient client, TlsTrust trust) {
        this.anonymous = ReceiverHttpClient.trusting(client, trust);
        this.trust = trust;
    }

    /** The client of a request. */
    OkHttpClient of(Optional<ClientIdentity> identity) {
        return identity.map(this::of).orElse(anonymous);
    }

    private synchronized OkHttpClient of(ClientIdentity identity) {
        OkHttpClient client = identified.computeIfAbsent(
                identity,
                wanted -> ReceiverHttpClient.unconnected(
                        ReceiverHttpClient.trusting(anonymous, trust.presenting(wanted.certificate()))));
        if (identified.size() > MOST_IDENTITIES) {
            OkHttpClient oldest =
                    identified.remove(identified.keySet().iterator().next());
            if (oldest != null) {
                oldest.connectionPool().evictAll();
            }
        }
        return client;
    }
}
