package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which deliveries are added to the backlog instead of being attempted, and how those of the backlog go on. */
final class BacklogStepTest extends NextStepFixture {

    private static final Webhook PULLED = Webhook.registered(
            new AccountId("acc_1"),
            new WebhookId("whk_2"),
            new ApiKeyId("key_1"),
            new WebhookSettings(WebhookSettings.PULLED, List.of("*"), Optional.empty(), Optional.empty()),
            new Clinics.All(),
            new SealedSecret(1, "key", "aaa"),
            NOW);

    /** Put off, it could be received and added to the backlog again before the probe that read it from there removes it. */
    @Test
    void aDeliveryOfTheBacklogIsNotPutOff() {
        NextStep step = NextStep.of(
                message(1, 1, NOW.plusSeconds(1)), MessageOrigin.PROBE, Optional.of(WEBHOOK), Optional::empty, NOW);

        assertThat(name(step)).isEqualTo("attempt");
    }

    /** The delivery may be in the backlog because the sender that logged the attempt crashed before it sent the next message. */
    @Test
    void aDrainedDeliveryGoesOnAfterTheAttemptThatIsLogged() {
        NextStep step = NextStep.of(
                message(1, 1, NOW).drained(NOW),
                MessageOrigin.QUEUE,
                Optional.of(WEBHOOK),
                () -> log(1, 1, DeliveryStatus.PENDING),
                NOW);

        assertThat(name(step)).isEqualTo("resume");
    }

    @ParameterizedTest(name = "circuit {0}, attempt {1}, ping {2}, due {3} ago, from {4}: {5}")
    @CsvSource({
        "open,      1,  false, PT0S,    QUEUE, backlog",
        "half_open, 1,  false, PT0S,    QUEUE, backlog",
        "open,      2,  false, PT0S,    QUEUE, attempt",
        "open,      11, false, PT0S,    QUEUE, attempt",
        "open,      1,  true,  PT0S,    QUEUE, attempt",
        "open,      1,  false, PT0S,    PROBE, attempt",
        "closed,    1,  false, PT0S,    QUEUE, attempt",
        "draining,  1,  false, PT0S,    QUEUE, attempt",
        // The endpoint cannot keep up.
        "closed,    1,  false, PT10M,     QUEUE, attempt",
        "closed,    1,  false, PT10M0.1S, QUEUE, backlog",
        "draining,  1,  false, PT10M0.1S, QUEUE, backlog",
        "closed,    2,  false, PT10M0.1S, QUEUE, attempt",
        "closed,    1,  true,  PT10M0.1S, QUEUE, attempt",
        "closed,    1,  false, PT10M0.1S, PROBE, attempt",
    })
    void firstAttemptsGoToTheBacklogOfAnOpenCircuitOrAnEndpointThatCannotKeepUp(
            String circuit, int attempt, boolean ping, Duration waited, MessageOrigin origin, String expected) {
        Webhook webhook = WEBHOOK.with(
                switch (circuit) {
                    case "open" -> Health.UNKNOWN.withCircuit(new Circuit.Open(WAIT), NOW);
                    case "half_open" -> Health.UNKNOWN.withCircuit(new Circuit.HalfOpen(0, WAIT), NOW);
                    case "draining" -> Health.UNKNOWN.withCircuit(new Circuit.Draining(1, false), NOW);
                    default -> Health.UNKNOWN;
                });
        Instant due = NOW.minus(waited);
        DeliveryMessage message = ping
                ? DeliveryMessage.first(webhook, Payload.ping(webhook.id(), EventId.mint(NOW, new Random(1))), 1, due)
                : message(1, attempt, due);

        NextStep step = NextStep.of(message, origin, Optional.of(webhook), Optional::empty, NOW);

        assertThat(name(step)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "attempt {0}, drained {1} ago, from {2}: {3}")
    @CsvSource({
        "1, ,        QUEUE,       backlog",
        "1, PT0S,    QUEUE,       attempt",
        "2, ,        QUEUE,       attempt",
        "1, ,        PROBE,       attempt",
        "1, PT1M,    QUEUE,       attempt",
        "1, PT10M1S, QUEUE,       backlog",
        // A sender was held up or failed while the drain went on.
        "1, PT10S,   QUEUE_HELD,  attempt",
        "1, PT10.1S, QUEUE_HELD,  backlog",
        "1, PT10S,   QUEUE_AGAIN, attempt",
        "1, PT10.1S, QUEUE_AGAIN, backlog",
        "1, PT10.1S, PROBE,       attempt",
    })
    void deliveriesOfALimitedWebhookWaitForItsDrain(
            int attempt, @Nullable Duration drained, MessageOrigin origin, String expected) {
        WebhookSettings limited = new WebhookSettings(
                WEBHOOK.url(),
                WEBHOOK.types(),
                Set.of(),
                WEBHOOK.description(),
                OptionalInt.of(5),
                Optional.empty(),
                PayloadStyle.FULL,
                Optional.empty(),
                false,
                Optional.empty());
        DeliveryMessage message = message(1, attempt, NOW);
        NextStep step = NextStep.of(
                drained == null ? message : message.drained(NOW.minus(drained)),
                origin,
                Optional.of(WEBHOOK.with(limited, NOW)),
                Optional::empty,
                NOW);

        assertThat(name(step)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(MessageOrigin.class)
    void deliveryOfAPullWebhookGoesToTheBacklogUntilAConsumerPulls(MessageOrigin origin) {
        DeliveryMessage message = DeliveryMessage.first(PULLED, EVENT, NOW);

        NextStep step = NextStep.of(message, origin, Optional.of(PULLED), Optional::empty, NOW.minusSeconds(60));

        assertThat(step)
                .isEqualTo(origin == MessageOrigin.PROBE ? new NextStep.Attempt(PULLED) : new NextStep.AddToBacklog());
    }
}
