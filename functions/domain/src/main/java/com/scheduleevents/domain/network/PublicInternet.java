package com.scheduleevents.domain.network;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.format.util.DualIPv4v6Tries;
import java.util.List;
import java.util.Set;

/**
 * The public unicast internet, where receivers are. It excludes everything in IANA's special-purpose registries, even if the registry
 * calls it globally reachable, and every form of an IPv4 address inside an IPv6 address, because what such an address reaches depends on
 * the sender's network.
 * @see <a href="https://www.iana.org/assignments/iana-ipv4-special-registry">IANA IPv4 special-purpose registry</a>
 * @see <a href="https://www.iana.org/assignments/iana-ipv6-special-registry">IANA IPv6 special-purpose registry</a>
 */
final class PublicInternet {

    /** The ports that a receiver on the public internet may listen on. */
    static final Set<Integer> PORTS = Set.of(443, 8443);

    /** Of IPv6 only global unicast has been assigned; whatever IANA opens next stays blocked until it is added here. */
    private static final IPAddress IPV6_GLOBAL_UNICAST = block("2000::/3");

    private static final DualIPv4v6Tries SET_ASIDE = tries(List.of(
            "0.0.0.0/8", // this network
            "10.0.0.0/8", // private
            "100.64.0.0/10", // carrier-grade NAT; Alibaba's metadata service 100.100.100.200
            "127.0.0.0/8", // loopback
            "168.63.129.16/32", // Azure's platform address, public by number only
            "169.254.0.0/16", // link local; metadata services 169.254.169.254, 169.254.170.2 and others
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocol assignments; Oracle's metadata service 192.0.0.192
            "192.0.2.0/24", // documentation
            "192.31.196.0/24", // AS112
            "192.52.193.0/24", // automatic multicast tunnelling
            "192.88.99.0/24", // 6to4 relays
            "192.168.0.0/16", // private
            "192.175.48.0/24", // AS112
            "198.18.0.0/15", // benchmarks
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/4", // multicast
            "240.0.0.0/4", // reserved, and the broadcast address
            "2001::/23", // protocol assignments: Teredo, ORCHID, benchmarks, AS112, drone ids
            "2001:db8::/32", // documentation
            "2002::/16", // 6to4: an IPv4 address inside
            "2620:4f:8000::/48", // AS112
            "3fff::/20" // documentation
            ));

    private PublicInternet() {}

    /** Whether the address is in the public unicast space. */
    static boolean contains(IPAddress address) {
        if (address.isIPv6() && !IPV6_GLOBAL_UNICAST.contains(address)) {
            return false;
        }
        return !SET_ASIDE.elementContains(address);
    }

    private static DualIPv4v6Tries tries(List<String> ranges) {
        DualIPv4v6Tries tries = new DualIPv4v6Tries();
        ranges.forEach(range -> tries.add(block(range)));
        return tries;
    }

    private static IPAddress block(String range) {
        return new IPAddressString(range).getAddress().toPrefixBlock();
    }
}
