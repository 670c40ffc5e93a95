package com.scheduleevents.domain.delivery;

import static com.scheduleevents.domain.delivery.NextStepFixture.log;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how the status of a delivery is shown, whose retry cycle began in generation 1. */
class ShownStatusTest {

    @ParameterizedTest
    @CsvSource({"ACTIVE, 1, PENDING", "DISABLED, 1, NOT_SENT", "ACTIVE, 2, NOT_SENT", "DISABLED, 2, NOT_SENT"})
    void pendingDeliveryIsNotSentOnceItsWebhookWasDisabled(WebhookStatus status, long generation, ShownStatus shown) {
        assertThat(ShownStatus.of(delivery(DeliveryStatus.PENDING), webhook(status, generation)))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @EnumSource(value = DeliveryStatus.class, mode = EnumSource.Mode.EXCLUDE, names = "PENDING")
    void deliveryThatHasEndedIsShownAsItIs(DeliveryStatus status) {
        assertThat(ShownStatus.of(delivery(status), webhook(WebhookStatus.DISABLED, 2))
                        .name())
                .isEqualTo(status.name());
    }

    @Test
    void redeliveryBelongsToThePresentGeneration() {
        LoggedDelivery again = delivery(DeliveryStatus.PENDING).nextCycle(2, NextStepFixture.NOW);
        assertThat(ShownStatus.of(again, webhook(WebhookStatus.ACTIVE, 2))).isEqualTo(ShownStatus.PENDING);
    }

    private static LoggedDelivery delivery(DeliveryStatus status) {
        return log(1, 1, status).orElseThrow();
    }

    private static Webhook webhook(WebhookStatus status, long generation) {
        return NextStepFixture.webhook(status, generation, List.of("*"), Optional.empty(), new Clinics.All());
    }
}
