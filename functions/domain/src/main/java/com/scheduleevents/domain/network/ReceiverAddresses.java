package com.scheduleevents.domain.network;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import java.net.InetAddress;
import java.util.List;

/**
 * Decides whether a receiver may be called at the addresses that its name resolved to. One forbidden address rejects all of them: a
 * mixture of public and private addresses is either an attack or a mistake.
 */
public final class ReceiverAddresses {

    private final ExtraNetworks extraNetworks;

    /** @param extraNetworks networks besides the public internet */
    public ReceiverAddresses(ExtraNetworks extraNetworks) {
        this.extraNetworks = extraNetworks;
    }

    /**
     * @param resolved all addresses of one lookup, or the literal address of the URL
     * @param port the port that would be called
     */
    public Decision decide(List<InetAddress> resolved, int port) {
        if (resolved.isEmpty()) {
            return new Decision.Refused();
        }
        boolean closedNetwork = true;
        for (InetAddress each : resolved) {
            IPAddress address = new IPAddressGenerator().from(each.getAddress());
            if (!extraNetworks.contains(address, port)) {
                if (!PublicInternet.PORTS.contains(port) || !PublicInternet.contains(address)) {
                    return new Decision.Refused();
                }
                closedNetwork = false;
            }
        }
        return new Decision.Allowed(resolved, closedNetwork);
    }

    /** The decision about the addresses of a receiver. */
    public sealed interface Decision {

        /**
         * The addresses may be called.
         *
         * @param addresses all of them, in their order
         * @param closedNetwork whether each of them is in an extra network, so that the extra certificate authority is trusted
         */
        record Allowed(List<InetAddress> addresses, boolean closedNetwork) implements Decision {
            public Allowed {
                addresses = List.copyOf(addresses);
            }
        }

        /** None of the addresses may be called. */
        record Refused() implements Decision {}
    }
}
