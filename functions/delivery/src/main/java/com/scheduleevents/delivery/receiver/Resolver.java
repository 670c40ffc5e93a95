package com.scheduleevents.delivery.receiver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks up the addresses of a name. May take as long as it likes and need not heed interrupts. */
@FunctionalInterface
public interface Resolver {

    /**
     * @param host a valid DNS name in lower-case ASCII
     * @return all its addresses, at least one
     * @throws UnknownHostException when it has none or nobody who knows can be asked
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;

    /**
     * The machine's own way to look names up. The JVM remembers an answer for 30 s and a failure for 10 s, which spares
     * the name server when many events go to one host, and is no danger: what is remembered is checked and called in the
     * same way as what is fresh.
     */
    static Resolver ofTheMachine() {
        return host -> List.of(InetAddress.getAllByName(host));
    }
}
