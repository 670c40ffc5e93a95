package com.scheduleevents.domain.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SenderAddressesTest {

    @Test
    void readsTheTemplatesForm() {
        assertThat(SenderAddresses.parse("198.51.100.7,198.51.100.8").addresses())
                .containsExactly("198.51.100.7", "198.51.100.8");
        assertThat(SenderAddresses.parse("").addresses()).isEmpty();
        assertThat(SenderAddresses.parse(" ").addresses()).isEmpty();
    }

    /** Firewalls do not read these alike, or the sender never calls from them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "198.51.100",
                "198.51.100.256",
                "198.51.100.07",
                "198.51.100.0/24",
                "2001:db8::1",
                "nat.example"
            })
    void namesTheEntryThatIsNoAddress(String entry) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SenderAddresses.parse("198.51.100.7," + entry))
                .withMessageContaining("\"" + entry + "\"")
                .withMessageContaining("198.51.100.7");
    }
}
