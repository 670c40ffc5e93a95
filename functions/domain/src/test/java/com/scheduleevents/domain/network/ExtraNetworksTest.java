package com.scheduleevents.domain.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtraNetworksTest {

    @Test
    void readsTheTemplatesForm() {
        ExtraNetworks networks = ExtraNetworks.parse("10.1.0.0/16:443, 127.0.0.0/8:*,[::1]/128:8443");
        assertThat(networks).hasToString("10.1.0.0/16:443,127.0.0.0/8:*,[::1]/128:8443");
        assertThat(networks.contains(AddressLiterals.plain("10.1.255.255").orElseThrow(), 443))
                .isTrue();
        assertThat(networks.contains(AddressLiterals.plain("10.1.255.255").orElseThrow(), 8443))
                .isFalse();
        assertThat(networks.contains(AddressLiterals.plain("10.2.0.0").orElseThrow(), 443))
                .isFalse();
        assertThat(networks.contains(AddressLiterals.plain("127.3.2.1").orElseThrow(), 1))
                .isTrue();
        assertThat(networks.contains(AddressLiterals.plain("::1").orElseThrow(), 8443))
                .isTrue();
        assertThat(networks.contains(AddressLiterals.plain("::2").orElseThrow(), 8443))
                .isFalse();
    }

    @Test
    void emptyIsNone() {
        assertThat(ExtraNetworks.parse("").isEmpty()).isTrue();
        assertThat(ExtraNetworks.parse(" ").isEmpty()).isTrue();
        assertThat(ExtraNetworks.none().opens(443)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.1.0.0/16",
                "10.1.0.0:443",
                "10.1.0.0/16:0",
                "10.1.0.0/16:65536",
                "10.1.0.0/33:443",
                "10.1.2.0/16:443",
                "10.1.0/16:443",
                "010.1.0.0/16:443",
                "256.0.0.0/8:443",
                "::1/128:443",
                "[::1]:443",
                "[::1]/129:443",
                "[fe80::1%lo]/128:443",
                "[::ffff:127.0.0.1]/128:443",
                "localhost/8:443",
                "10.1.0.0/16:443-444",
                "*:443"
            })
    void namesTheEntryThatIsWrongAndTheRightForm(String entry) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExtraNetworks.parse("127.0.0.0/8:*," + entry))
                .withMessageContaining("'" + entry + "'")
                .withMessageContaining("10.1.0.0/16:443");
    }

    @Test
    void anEntryTooManyIsAMistake() {
        assertThatIllegalArgumentException().isThrownBy(() -> ExtraNetworks.parse("127.0.0.0/8:*,"));
    }
}
