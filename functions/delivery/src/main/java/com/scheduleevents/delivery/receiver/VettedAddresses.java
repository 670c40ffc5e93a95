package com.scheduleevents.delivery.receiver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import okhttp3.Dns;

/**
 * The checked addresses of one host, as the only DNS that the HTTP client has, so that it can connect to nothing else. The client reuses
 * a connection only between calls with equal DNS objects, and two of these are equal when host and addresses are; a connection is
 * therefore never reused after the addresses of the host have changed.
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

    /** Compares addresses as sets, because name servers return them in varying order. */
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
