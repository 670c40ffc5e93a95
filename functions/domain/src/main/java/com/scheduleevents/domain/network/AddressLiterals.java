package com.scheduleevents.domain.network;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** IP addresses in place of a host name. */
final class AddressLiterals {

    private static final Pattern DOTTED_QUAD = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");
    private static final Pattern COLONS = Pattern.compile("[0-9a-f:]*:[0-9a-f:]*");

    /**
     * Some client reads a name whose last label is a number as an IPv4 address: in decimal, octal or hexadecimal, in one to four parts
     * (WHATWG URL, "ends in a number").
     */
    private static final Pattern ENDS_IN_A_NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)");

    private AddressLiterals() {}

    /** Whether a host without brackets is an IPv4 address in any spelling. */
    static boolean looksLikeIpv4(String host) {
        return ENDS_IN_A_NUMBER.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }

    /**
     * Parses an address in the one spelling that all programs read alike: four decimal parts without leading zeros, or hexadecimal
     * groups with colons. Empty for every other spelling, including zones and IPv4 inside IPv6.
     */
    static Optional<IPAddress> plain(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        boolean plain =
                DOTTED_QUAD.matcher(lower).matches() || COLONS.matcher(lower).matches();
        return plain ? Optional.ofNullable(new IPAddressString(lower).getAddress()) : Optional.empty();
    }
}
