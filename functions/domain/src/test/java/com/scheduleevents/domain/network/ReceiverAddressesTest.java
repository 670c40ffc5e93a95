package com.scheduleevents.domain.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.network.ReceiverAddresses.Decision;
import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverAddressesTest {

    private final ReceiverAddresses open = new ReceiverAddresses(ExtraNetworks.none());
    private final ReceiverAddresses widened =
            new ReceiverAddresses(ExtraNetworks.parse("127.0.0.0/8:*,10.1.0.0/16:444,[::1]/128:8443"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "168.63.129.15",
                "169.253.255.255",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2000::1",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2606:4700:4700::1111",
                "2a00:1450:4001:800::200e"
            })
    void thePublicInternetMayBeCalled(String address) {
        assertThat(open.decide(List.of(address(address)), 443))
                .isEqualTo(new Decision.Allowed(List.of(address(address)), false));
        assertThat(open.decide(List.of(address(address)), 8443)).isInstanceOf(Decision.Allowed.class);
        assertThat(open.decide(List.of(address(address)), 22)).isInstanceOf(Decision.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.100.100.200",
                "127.0.0.1",
                "127.255.255.254",
                "168.63.129.16",
                "169.254.0.1",
                "169.254.169.254",
                "169.254.170.2",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.0.192",
                "192.0.2.1",
                "192.31.196.1",
                "192.52.193.1",
                "192.88.99.1",
                "192.168.0.1",
                "192.175.48.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::8.8.8.8",
                "::ffff:0:127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b::8.8.8.8",
                "64:ff9b:1::a00:1",
                "100::1",
                "100:0:0:1::1",
                "2001::1",
                "2001:0:4136:e378:8000:63bf:3fff:fdd2",
                "2001:2::1",
                "2001:3::1",
                "2001:4:112::1",
                "2001:10::1",
                "2001:20::1",
                "2001:30::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "2002:808:808::1",
                "2620:4f:8000::1",
                "3fff::1",
                "3fff:fff:ffff::1",
                "4000::1",
                "5f00::1",
                "8000::1",
                "fc00::1",
                "fd00:ec2::254",
                "fd20:ce::254",
                "fe80::1",
                "fe80::a9fe:a9fe",
                "fec0::1",
                "ff02::1",
                "ff0e::1"
            })
    void everythingElseMayNot(String address) {
        assertThat(open.decide(List.of(address(address)), 443)).isEqualTo(new Decision.Refused());
        assertThat(open.decide(List.of(address("8.8.8.8"), address(address)), 443))
                .as("hidden among public ones")
                .isEqualTo(new Decision.Refused());
    }

    @Test
    void mappedAddressesAreNotPublicInTheirOwnForm() {
        // A lookup hands these out as the IPv4 address inside; as 16 bytes they are refused.
        assertThat(PublicInternet.contains(new IPAddressString("::ffff:8.8.8.8").getAddress()))
                .isFalse();
        assertThat(open.decide(List.of(address("::ffff:127.0.0.1")), 443)).isEqualTo(new Decision.Refused());
        assertThat(open.decide(List.of(address("::ffff:169.254.169.254")), 443)).isEqualTo(new Decision.Refused());
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 443, true",
        "127.0.0.1, 9, true",
        "10.1.2.3, 444, true",
        "10.1.2.3, 443, false",
        "10.2.0.1, 444, false",
        "::1, 8443, true",
        "::1, 443, false",
        "8.8.8.8, 443, true",
        "8.8.8.8, 444, false",
        "8.8.8.8, 9, false",
        "169.254.169.254, 443, false"
    })
    void extraNetworksOpenTheirPortsAndNothingElse(String address, int port, boolean allowed) {
        assertThat(widened.decide(List.of(address(address)), port) instanceof Decision.Allowed)
                .isEqualTo(allowed);
    }

    @Test
    void onlyResultsThatLieInExtraNetworksEntirelyAreOfAClosedNetwork() {
        InetAddress inside = address("127.0.0.1");
        InetAddress outside = address("8.8.8.8");
        assertThat(widened.decide(List.of(inside), 443)).isEqualTo(new Decision.Allowed(List.of(inside), true));
        assertThat(widened.decide(List.of(inside, outside), 443))
                .isEqualTo(new Decision.Allowed(List.of(inside, outside), false));
    }

    @Test
    void anEmptyResultIsNothingToCall() {
        assertThat(open.decide(List.of(), 443)).isEqualTo(new Decision.Refused());
        assertThat(Stream.of(open.decide(List.of(address("8.8.8.8"), address("10.0.0.1")), 443)))
                .containsOnly(new Decision.Refused());
    }

    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }
}
