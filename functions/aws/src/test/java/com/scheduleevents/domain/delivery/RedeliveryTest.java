package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.WaitLimits;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedeliveryTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Random RANDOM = new Random();

    private final DeliveryLog log = TestWiring.create().deliveryLog();
    private final List<DeliveryMessage> sent = new ArrayList<>();
    private boolean queueFails;
    private final Redelivery redelivery = new Redelivery(log, this::send, RETENTION);
    private final Webhook webhook = Webhook.registered(
            new AccountId("acc_1"),
            WebhookId.mint(NOW, RANDOM),
            new ApiKeyId("key_1"),
            new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
            new Clinics.All(),
            new SealedSecret(1, "k", "whsec_x"),
            NOW);
    private final Payload payload =
            Payload.of(new Event(EventId.mint(NOW, RANDOM), "offer.created", new ClinicId("cln_1"), "{\"a\": 1}"));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestsBeforeTheFirstAttemptAreOne(boolean wasDelivered) {
        if (wasDelivered) {
            attempt(DeliveryMessage.first(webhook, payload, 1, NOW), NOW);
        }
        int cycle = wasDelivered ? 2 : 1;

        for (int second = 0; second < 20; second++) {
            LoggedDelivery asked = redelivery.request(webhook, payload, NOW.plusSeconds(second));
            assertThat(asked.cycle()).isEqualTo(cycle);
            assertThat(asked.status()).isEqualTo(DeliveryStatus.PENDING);
        }

        assertThat(sent).extracting(DeliveryMessage::cycle).containsOnly(cycle);
        assertThat(sent).filteredOn(message -> message.notBefore().equals(NOW)).hasSize(1);
        assertThat(sent)
                .filteredOn(message -> message.notBefore().equals(NOW.plusSeconds(60)))
                .hasSize(20);
        // After the one attempt, the log drops every copy.
        attempt(DeliveryMessage.first(webhook, payload, cycle, NOW), NOW.plusSeconds(1));
        assertThat(sent).filteredOn(message -> message.notBefore().isAfter(NOW)).allSatisfy(copy -> assertThat(
                        NextStep.byLog(
                                copy, NextStep.MessageOrigin.QUEUE, webhook, log.find(webhook.id(), payload.id())))
                .isEqualTo(new NextStep.Drop(NextStep.Reason.DELIVERED)));
    }

    /** Also where the log knows nothing of the event, so that a request cannot disable the webhook however old the event is. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatSomebodyAskedForIsNoDeliveryThatIsDueByItself(boolean wasDelivered) {
        if (wasDelivered) {
            attempt(DeliveryMessage.first(webhook, payload, 1, NOW), NOW);
        }
        redelivery.request(webhook, payload, NOW);

        assertThat(sent).hasSize(2).allMatch(DeliveryMessage::isRequested);
        assertThat(WaitLimits.longest(sent)).isEmpty();
    }

    @Test
    void requestAfterTheAttemptBeginsTheNextCycle() {
        redelivery.request(webhook, payload, NOW);
        attempt(DeliveryMessage.first(webhook, payload, 1, NOW), NOW.plusSeconds(1));

        assertThat(redelivery.request(webhook, payload, NOW.plusSeconds(2)).cycle())
                .isEqualTo(2);
        assertThat(sent.getLast().cycle()).isEqualTo(2);
    }

    /** The log has begun the cycle, and its message does not exist: the request died in between. */
    @Test
    void copyMakesTheAttemptOfARequestThatDied() {
        attempt(DeliveryMessage.first(webhook, payload, 1, NOW), NOW);
        queueFails = true;
        assertThatThrownBy(() -> redelivery.request(webhook, payload, NOW)).isInstanceOf(IllegalStateException.class);

        DeliveryMessage copy = sent.getFirst();
        assertThat(copy.cycle()).isEqualTo(2);
        assertThat(NextStep.byLog(copy, NextStep.MessageOrigin.QUEUE, webhook, log.find(webhook.id(), payload.id())))
                .isInstanceOf(NextStep.Attempt.class);
    }

    /** Its message may have belonged to an earlier generation of the webhook, which is never sent. */
    @Test
    void cycleThatWasNotAttemptedForAMinuteIsQueuedAtOnce() {
        redelivery.request(webhook, payload, NOW);
        sent.clear();

        redelivery.request(webhook, payload, NOW.plusSeconds(61));

        assertThat(sent).extracting(DeliveryMessage::notBefore).containsExactly(NOW.plusSeconds(61));
    }

    /** Its copies are dropped, and it would be shown as one that is not sent. */
    @Test
    void cycleThatWasBegunBeforeTheWebhookWasDisabledIsFollowedByAnother() {
        redelivery.request(webhook, payload, NOW);
        Webhook again = webhook.disabled(new Disabling.Requested(NOW)).enabled(NOW);

        LoggedDelivery asked = redelivery.request(again, payload, NOW.plusSeconds(2));

        assertThat(asked.cycle()).isEqualTo(2);
        assertThat(ShownStatus.of(asked, again)).isEqualTo(ShownStatus.PENDING);
        assertThat(sent.getLast().generation()).isEqualTo(again.generation());
        assertThat(sent.getLast().notBefore()).isEqualTo(NOW.plusSeconds(2));
    }

    private void attempt(DeliveryMessage message, Instant at) {
        AttemptOutcome accepted = new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, Duration.ofMillis(12), null);
        assertThat(log.append(webhook.id(), LoggedDelivery.attempted(message, accepted, at, Optional.empty(), "t"), at))
                .isTrue();
    }

    /** With {@code queueFails}, the queue takes the delayed copy alone. */
    private void send(List<DeliveryMessage> messages, Duration delay, boolean receivedBefore) {
        if (receivedBefore) {
            throw new AssertionError("nothing was received");
        }
        if (queueFails && delay.isZero()) {
            throw new IllegalStateException("the function was ended");
        }
        sent.addAll(messages);
    }
}
