package com.scheduleevents.domain.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MailRecipientTest {

    @ParameterizedTest
    @ValueSource(strings = {"a@b.example", "front.desk+webhooks@mail.clinic-north.example", "o'hara_1@x.co"})
    void acceptsAddresses(String text) {
        assertThat(MailRecipient.isAddress(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "@b.example",
                "a@",
                "a@b",
                "a@b..example",
                "a@.example",
                "a@b.example.",
                "a@-b.example",
                "a@b.1",
                ".a@b.example",
                "a.@b.example",
                "a..b@b.example",
                "a b@b.example",
                "a@b.example\n",
                "a@b.example, c@b.example",
                "A <a@b.example>",
                "\"a\"@b.example",
                "ä@b.example",
                "a@[127.0.0.1]",
                "0123456789012345678901234567890123456789012345678901234567890123456@b.example"
            })
    void refusesWhatAnotherMailServerWouldNotAccept(String text) {
        assertThat(MailRecipient.isAddress(text)).isFalse();
    }

    @Test
    void refusesLongAddresses() {
        assertThat(MailRecipient.isAddress("a@" + "b.".repeat(200) + "example")).isFalse();
        assertThat(MailRecipient.isAddress("a@" + "b".repeat(64) + ".example")).isFalse();
        assertThat(MailRecipient.isAddress("a".repeat(250))).isFalse();
    }

    @Test
    void wantsAllButWhatItDoesWithout() {
        MailRecipient recipient = new MailRecipient("a@b.example", Set.of(OptionalMail.SLOW));
        assertThat(recipient.wants(Optional.of(OptionalMail.FAILING))).isTrue();
        assertThat(recipient.wants(Optional.of(OptionalMail.SLOW))).isFalse();
        assertThat(recipient.wants(Optional.empty())).isTrue();
        assertThat(recipient.toString()).doesNotContain("a@b.example");
    }
}
