package com.scheduleevents.domain.network;

import java.util.Arrays;
import java.util.List;

/**
 * The fixed addresses that receivers are called from, which their owners can allow in a firewall.
 *
 * @param addresses IPv4 addresses; none when the deployment has no network of its own for its calls
 */
public record SenderAddresses(List<String> addresses) {

    public SenderAddresses {
        addresses = List.copyOf(addresses);
    }

    /**
     * Parses the template parameter of the same name.
     *
     * @param setting addresses, separated by commas; empty for none
     * @throws IllegalArgumentException naming the entry that is no address
     */
    public static SenderAddresses parse(String setting) {
        return new SenderAddresses(
                setting.isBlank()
                        ? List.of()
                        : Arrays.stream(setting.split(",", -1))
                                .map(SenderAddresses::address)
                                .toList());
    }

    private static String address(String entry) {
        return AddressLiterals.plain(entry)
                .filter(address -> address.isIPv4())
                .map(_ -> entry)
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"" + entry + "\" is no address of the sender: write an IPv4 address such as 198.51.100.7"));
    }
}
