package com.scheduleevents.domain.network;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import java.net.InetAddress;
import java.util.List;

/**
 * Decides whether a receiver may be called at the addresses that its name led to. It sees the whole answer of a look-up:
 * one address out of bounds refuses all of it, since an answer that mixes public and private addresses is either an attack
 * or a mistake, and in both cases nothing to pick from.
 */
public final class ReceiverAddresses {

    private final ExtraNetworks extraNetworks;

    /** @param extraNetworks ranges that are open besides the public internet */
    public ReceiverAddresses(ExtraNetworks extraNetworks) {
        this.extraNetworks = extraNetworks;
    }

    /**
     * @param answer every address that one look-up gave, or the one that the url spells out
     * @param port the port that would be called
     */
    public Decision decide(List<InetAddress> answer, int port) {
        if (answer.isEmpty()) {
            return new Decision.Refused();
        }
        boolean closedNetwork = true;
        for (InetAddress each : answer) {
            IPAddress address = new IPAddressGenerator().from(each.getAddress());
            if (!extraNetworks.contains(address, port)) {
                if (!PublicInternet.PORTS.contains(port) || !PublicInternet.contains(address)) {
                    return new Decision.Refused();
                }
                closedNetwork = false;
            }
        }
        return new Decision.Allowed(answer, closedNetwork);
    }

    /** What may be called. */
    public sealed interface Decision {

        /**
         * The addresses may be called.
         *
         * @param addresses the whole answer, in its order
         * @param closedNetwork whether every one of them lies in an extra network, so that the extra certificate
         *     authority counts
         */
        record Allowed(List<InetAddress> addresses, boolean closedNetwork) implements Decision {
            /** Keeps a copy of its own. */
            public Allowed {
                addresses = List.copyOf(addresses);
            }
        }

        /** None of the addresses may be called. */
        record Refused() implements Decision {}
    }
}
