package com.scheduleevents.domain.network;

import inet.ipaddr.IPAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Networks outside the public internet that receivers may be in, for closed networks and local runs, each with the port that it opens.
 * Empty in production.
 */
public final class ExtraNetworks {

    private static final Pattern ENTRY = Pattern.compile(
            "(?:\\[(?<v6>[0-9A-Fa-f:]{2,39})]|(?<v4>[0-9.]{7,15}))/(?<bits>[0-9]{1,3}):(?<port>\\*|[1-9][0-9]{0,4})");

    private static final ExtraNetworks NONE = new ExtraNetworks(List.of());

    private final List<Network> networks;

    private ExtraNetworks(List<Network> networks) {
        this.networks = networks;
    }

    /** No networks besides the public internet. */
    public static ExtraNetworks none() {
        return NONE;
    }

    /**
     * Parses the template parameter of the same name.
     *
     * @param setting networks with their ports, separated by commas, such as {@code 10.1.0.0/16:443}, {@code 127.0.0.0/8:*} (any port)
     *     or {@code [::1]/128:8443}; empty for none
     * @throws IllegalArgumentException naming the entry that is wrong and its correct form
     */
    public static ExtraNetworks parse(String setting) {
        if (setting.isBlank()) {
            return NONE;
        }
        return new ExtraNetworks(Arrays.stream(setting.split(",", -1))
                .map(String::strip)
                .map(ExtraNetworks::network)
                .toList());
    }

    /** Whether there are no networks besides the public internet. */
    public boolean isEmpty() {
        return networks.isEmpty();
    }

    /** Whether one of the networks opens this port, so that a URL may have it. */
    boolean opens(int port) {
        return networks.stream().anyMatch(network -> network.opens(port));
    }

    /** Whether the address is in a network that opens this port. */
    boolean contains(IPAddress address, int port) {
        return networks.stream()
                .anyMatch(network -> network.opens(port) && network.block().contains(address));
    }

    /** The form in which it was configured, for the sender's log. */
    @Override
    public String toString() {
        return networks.stream().map(Network::toString).collect(Collectors.joining(","));
    }

    private static Network network(String entry) {
        Matcher form = ENTRY.matcher(entry);
        if (!form.matches()) {
            throw unreadable(entry, "it has another form");
        }
        String written = Optional.ofNullable(form.group("v6")).orElseGet(() -> form.group("v4"));
        IPAddress address = AddressLiterals.plain(written)
                .orElseThrow(() -> unreadable(entry, "it does not begin with an IP address"));
        int bits = Integer.parseInt(form.group("bits"));
        if (bits > address.getBitCount()) {
            throw unreadable(entry, "its prefix is longer than " + address.getBitCount() + " bits");
        }
        IPAddress block = address.toPrefixBlock(bits);
        if (!block.getLower().withoutPrefixLength().equals(address)) {
            throw unreadable(
                    entry,
                    "the range of that prefix begins at " + block.getLower().withoutPrefixLength());
        }
        return new Network(block, port(entry, form.group("port")));
    }

    private static OptionalInt port(String entry, String port) {
        if (port.equals("*")) {
            return OptionalInt.empty();
        }
        int number = Integer.parseInt(port);
        if (number > 65_535) {
            throw unreadable(entry, "a port is at most 65535");
        }
        return OptionalInt.of(number);
    }

    private static IllegalArgumentException unreadable(String entry, String why) {
        return new IllegalArgumentException("The extra receiver network '" + entry + "' cannot be parsed: " + why
                + ". Write each as <network>/<prefix>:<port or *>, such as 10.1.0.0/16:443, 127.0.0.0/8:* or"
                + " [::1]/128:8443, separated by commas.");
    }

    /** A network and the port that it opens; empty for any port. */
    private record Network(IPAddress block, OptionalInt port) {

        boolean opens(int wanted) {
            return port.isEmpty() || port.getAsInt() == wanted;
        }

        @Override
        public String toString() {
            String range = block.isIPv6()
                    ? "[" + block.getLower().withoutPrefixLength().toCanonicalString() + "]"
                    : block.getLower().withoutPrefixLength().toCanonicalString();
            String open = port.isEmpty() ? "*" : Integer.toString(port.getAsInt());
            return range + "/" + block.getNetworkPrefixLength() + ":" + open;
        }
    }
}
