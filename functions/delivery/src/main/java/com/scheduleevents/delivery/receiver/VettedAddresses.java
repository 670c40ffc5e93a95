package com.scheduleevents.delivery.receiver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import okhttp3.Dns;

/**
 * The addresses of one host that were found acceptable, as the only look-up that the HTTP client has: it can connect to
 * nothing else. The client shares a connection only between calls whose look-ups are equal, and two of these are equal
 * when host and addresses are the same; so a connection is never used again after the host's addresses changed.
 */
final class VettedAddresses implements Dns {

    private final String host;
    private final List<InetAddress> inOrder;

    VettedAddresses(String host, List<InetAddress> addresses) {
        this.host = host;
        this.inOrder = List.copyOf(addresses);
    }

    @Override
    public List<InetAddress> lookup(String hostname) throws UnknownHostException {
        if (!hostname.equals(host)) {
            throw new UnknownHostException("Only the host of the attempt can be looked up.");
        }
        return inOrder;
    }

    /** Name servers answer in changing order; only the set counts. */
    @Override
    public boolean equals(Object other) {
        return other instanceof VettedAddresses that
                && host.equals(that.host)
                && Set.copyOf(inOrder).equals(Set.copyOf(that.inOrder));
    }

    @Override
    public int hashCode() {
        return Objects.hash(host, Set.copyOf(inOrder));
    }
}
