package com.scheduleevents.delivery.receiver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks up the addresses of a host name. It may take any time and may ignore interrupts. */
@FunctionalInterface
public interface Resolver {

    /**
     * @param host a valid DNS name in lower-case ASCII
     * @return all its addresses, at least one
     * @throws UnknownHostException when it has none, or no name server can be reached
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;

    /**
     * The resolver of the JVM. It caches addresses for 30 s and failures for 10 s, which is safe: cached addresses are checked before each
     * attempt just like fresh ones.
     */
    static Resolver ofTheJvm() {
        return host -> List.of(InetAddress.getAllByName(host));
    }
}
