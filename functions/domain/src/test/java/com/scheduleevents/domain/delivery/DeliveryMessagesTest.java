package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeliveryMessagesTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123456789Z");
    private static final DeliveryMessage MESSAGE = new DeliveryMessage(
            new AccountId("acc_1"),
            new WebhookId("whk_1"),
            7,
            Payload.of(new Event(
                    EventId.mint(NOW, new Random(1)),
                    "offer.accepted",
                    new ClinicId("cln_1"),
                    "{\"a\": \"\\u00e9 \\\"é\"}")),
            2,
            3,
            Optional.of(NOW),
            Optional.of(NOW.plusSeconds(1)),
            NOW.plusSeconds(9));

    @Test
    void whatIsWrittenIsReadAgainByteForByte() {
        assertThat(DeliveryMessages.read(DeliveryMessages.write(MESSAGE))).isEqualTo(MESSAGE);
    }

    @Test
    void aPingIsReadAgainToo() {
        DeliveryMessage ping = new DeliveryMessage(
                MESSAGE.account(),
                MESSAGE.webhook(),
                1,
                Payload.ping(MESSAGE.webhook(), NOW, new Random(1)),
                1,
                1,
                Optional.empty(),
                Optional.empty(),
                NOW);

        assertThat(DeliveryMessages.read(DeliveryMessages.write(ping))).isEqualTo(ping);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "\"x\"", "{\"v\":2}", "{\"v\":1}"})
    void whatIsNoMessageIsRefused(String text) {
        assertThatThrownBy(() -> DeliveryMessages.read(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsWrongIsNamedAndNotQuoted() {
        String forged = DeliveryMessages.write(MESSAGE).replace("acc_1", "somebody's secret");

        assertThatThrownBy(() -> DeliveryMessages.read(forged))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("acc_")
                .hasMessageNotContaining("secret");
    }
}
