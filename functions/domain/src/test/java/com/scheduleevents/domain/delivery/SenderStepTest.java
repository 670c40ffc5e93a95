package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryFacts.Circumstances;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what the time left, neighbours, an addition to the backlog and a refusal of the log make of a step. */
final class SenderStepTest extends NextStepFixture {

    private static final Circuit OPEN = new Circuit.Open(WAIT);

    @ParameterizedTest(name = "from {0}, time left {1}, held back {2}: {3}")
    @CsvSource({
        "DELIVERIES_QUEUE, true,  false, attempt",
        "DELIVERIES_QUEUE, true,  true,  hop after PT1S",
        "DELIVERIES_QUEUE, false, true,  hop after PT1S",
        "DELIVERIES_QUEUE, false, false, hop after PT0S",
        // Only the deliveries queue is shared with neighbours that wait for their first attempts.
        "QUEUE,            true,  true,  attempt",
        "QUEUE_HELD,       true,  true,  attempt",
        "QUEUE_AGAIN,      true,  true,  attempt",
        "PROBE,            true,  true,  attempt",
        "QUEUE,            false, false, hop after PT0S",
        "QUEUE_HELD,       false, false, hop after PT0S",
        "QUEUE_AGAIN,      false, false, hop again after PT0S",
        "PROBE,            false, false, leave",
    })
    void anAttemptIsMadeWhenThereIsTimeAndNoNeighbourWaitsForIt(
            MessageOrigin origin, boolean time, boolean heldBack, String expected) {
        assertThat(described(NextStep.of(facts(origin, WEBHOOK, NOW, time, heldBack))))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "due in {0}, received before {1}: {2}")
    @CsvSource({
        "PT10S, false, hop after PT10S",
        "PT10S, true,  hop again after PT10S",
        "PT29S, true,  hop again after PT29S",
        // So far from due, no earlier receiver can have made the attempt.
        "PT30S, true,  hop after PT30S",
        "PT2H,  true,  hop after PT15M",
    })
    void aCopySaysThatAnEarlierReceiverMayHaveMadeTheAttempt(Duration due, boolean again, String expected) {
        MessageOrigin origin = again ? MessageOrigin.QUEUE_AGAIN : MessageOrigin.QUEUE;
        assertThat(described(NextStep.of(facts(origin, WEBHOOK, NOW.plus(due), true, false))))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "added, then the webhook is {0}, the delivery due {1} ago: {2}")
    @CsvSource({
        "suspended,           PT0S,      watch",
        "open,                PT0S,      stay",
        "draining,            PT0S,      abandon",
        "draining,            PT10M0.1S, drain",
        "closed,              PT0S,      abandon",
        "closed,              PT10M0.1S, drain",
        "disabled,            PT10M0.1S, abandon",
        "gone,                PT10M0.1S, abandon",
        "of a new generation, PT10M0.1S, abandon",
    })
    void anAddedDeliveryStaysWhereSomethingAttemptsIt(String state, Duration waited, String expected) {
        Webhook webhook =
                switch (state) {
                    case "suspended" -> WEBHOOK.asSuspended(NOW);
                    case "open" -> WEBHOOK.with(Health.UNKNOWN.withCircuit(OPEN, NOW));
                    case "draining" -> WEBHOOK.with(Health.UNKNOWN.withCircuit(new Circuit.Draining(1, false), NOW));
                    case "disabled" -> inState(WebhookStatus.DISABLED, 3);
                    case "of a new generation" -> inState(WebhookStatus.ACTIVE, 4);
                    default -> WEBHOOK;
                };
        DeliveryMessage message = message(1, 1, NOW.minus(waited));
        Optional<Webhook> read = state.equals("gone") ? Optional.empty() : Optional.of(webhook);

        DeliveryFacts facts = DeliveryFacts.of(
                        message, MessageOrigin.QUEUE, NOW, Optional.of(WEBHOOK), circumstances(true, false))
                .added()
                .reread(NOW, read);

        assertThat(described(NextStep.of(facts))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "time left {0}: {1}")
    @CsvSource({"true, attempt", "false, move"})
    void aDeliveryThatWasAddedInVainIsAttemptedAtOnceOrPutOnTheQueue(boolean time, String expected) {
        DeliveryFacts facts =
                facts(MessageOrigin.QUEUE, WEBHOOK, NOW, time, false).added().abandoned();

        assertThat(described(NextStep.of(facts))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} logged as {1}, received before {2}: {3}")
    @CsvSource({
        // An earlier receive of this message logged it, and may have crashed before it queued the next attempt.
        "1, PENDING,   true,  resume the logged one",
        // A copy of this message is ahead.
        "1, PENDING,   false, overtaken",
        "2, PENDING,   true,  overtaken",
        "1, SUCCEEDED, true,  overtaken",
        "1, DISMISSED, false, overtaken",
        // The table was restored, or the row has expired.
        "0, PENDING,   false, resume the refused one",
    })
    void anAttemptThatTheLogRefusesIsFollowedOnlyIfNobodyIsAhead(
            int logged, DeliveryStatus status, boolean again, String expected) {
        LoggedDelivery made = log(1, 1, DeliveryStatus.FAILED).orElseThrow();
        Optional<LoggedDelivery> row = log(logged, 1, status);
        MessageOrigin origin = again ? MessageOrigin.QUEUE_AGAIN : MessageOrigin.QUEUE;
        DeliveryFacts facts = DeliveryFacts.of(
                        message(1, 1, NOW), origin, NOW, Optional.of(WEBHOOK), circumstances(true, false, row))
                .refused(made);

        NextStep step = NextStep.of(facts);

        assertThat(
                        step instanceof NextStep.Resume(LoggedDelivery resumed)
                                ? resumed.equals(made) ? "resume the refused one" : "resume the logged one"
                                : described(step))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} in order {1}: {2}")
    @CsvSource({
        "first attempt,    true,  await",
        "first attempt,    false, attempt",
        // It was not the first attempt that the order is about, or somebody asked for it.
        "retry,            true,  attempt",
        "next cycle,       true,  attempt",
        "requested,        true,  attempt",
    })
    void firstAttemptAwaitsItsTurnWhereTheOrderMatters(String what, boolean ordered, String expected) {
        DeliveryMessage message =
                switch (what) {
                    case "retry" -> message(1, 2, NOW);
                    case "next cycle" -> message(2, 1, NOW);
                    case "requested" ->
                        DeliveryMessage.requested(WEBHOOK, message(1, 1, NOW).payload(), 1, NOW);
                    default -> message(1, 1, NOW);
                };
        Webhook webhook = ordered ? WEBHOOK.ordered() : WEBHOOK;

        assertThat(name(NextStep.of(DeliveryFacts.of(
                        message, MessageOrigin.QUEUE, NOW, Optional.of(webhook), withEarlier(Optional.empty())))))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "waited {0}, the earlier one due in {1}: again after {2}")
    @CsvSource({
        "PT0S,  ,        PT2S",
        "PT3S,  ,        PT2S",
        "PT1M,  ,        PT30S",
        "PT10H, ,        PT15M",
        "PT0S,  PT10S,   PT16S",
        "PT10H, PT10S,   PT16S",
        "PT0S,  PT2H,    PT15M",
        // It is overdue, so nobody knows when it is made.
        "PT1M,  PT-1S,   PT30S",
    })
    void whoeverWaitsLooksAgainInTime(Duration waited, Duration due, Duration expected) {
        EarlierDelivery earlier = new EarlierDelivery(Optional.ofNullable(due).map(NOW::plus));

        assertThat(earlier.lookAgain(NOW.minus(waited), NOW)).isEqualTo(NOW.plus(expected));
    }

    @ParameterizedTest(name = "{0}: again {1}")
    @CsvSource({"QUEUE, false", "QUEUE_AGAIN, true", "PROBE, true"})
    void copyOfAWaitingMessageSaysThatAnEarlierReceiverMayHaveMadeTheAttempt(MessageOrigin origin, boolean again) {
        NextStep step = NextStep.of(DeliveryFacts.of(
                message(1, 1, NOW),
                origin,
                NOW,
                Optional.of(WEBHOOK.ordered()),
                withEarlier(Optional.of(NOW.plus(Duration.ofHours(1))))));

        assertThat(step)
                .isEqualTo(new NextStep.AwaitTurn(WEBHOOK.ordered(), NOW.plus(Duration.ofMinutes(15)), false, again));
    }

    @ParameterizedTest(name = "logged as {0}: {1}")
    @CsvSource({"PENDING, attempt", "DISMISSED, drop DISMISSED", "SUCCEEDED, drop DELIVERED"})
    void oneThatHasWaitedLooksAtTheLog(DeliveryStatus status, String expected) {
        LoggedDelivery waiting = LoggedDelivery.backlog(message(1, 1, NOW));
        LoggedDelivery row =
                switch (status) {
                    case DISMISSED -> waiting.dismissed();
                    case SUCCEEDED -> log(1, 1, status).orElseThrow();
                    default -> waiting;
                };

        NextStep step = NextStep.of(DeliveryFacts.of(
                message(1, 1, NOW).waitingUntil(NOW),
                MessageOrigin.QUEUE,
                NOW,
                Optional.of(WEBHOOK.ordered()),
                circumstances(true, false, Optional.of(row))));

        assertThat(step instanceof NextStep.Drop(NextStep.Reason reason) ? "drop " + reason : name(step))
                .isEqualTo(expected);
    }

    private static Circumstances withEarlier(Optional<Instant> nextAttempt) {
        return circumstances(true, false, Optional.empty(), Optional.of(new EarlierDelivery(nextAttempt)));
    }

    private static String described(NextStep step) {
        return step instanceof NextStep.Hop(Duration delay, boolean again)
                ? (again ? "hop again after " : "hop after ") + delay
                : name(step);
    }

    private static Webhook inState(WebhookStatus status, long generation) {
        return webhook(status, generation, List.of("*"), Optional.empty(), new Clinics.All());
    }

    private static DeliveryFacts facts(
            MessageOrigin origin, Webhook webhook, Instant due, boolean time, boolean heldBack) {
        return DeliveryFacts.of(message(1, 1, due), origin, NOW, Optional.of(webhook), circumstances(time, heldBack));
    }

    private static Circumstances circumstances(boolean time, boolean heldBack) {
        return circumstances(time, heldBack, Optional.empty());
    }

    private static Circumstances circumstances(boolean time, boolean heldBack, Optional<LoggedDelivery> logged) {
        return circumstances(time, heldBack, logged, Optional.empty());
    }

    private static Circumstances circumstances(
            boolean time, boolean heldBack, Optional<LoggedDelivery> logged, Optional<EarlierDelivery> earlier) {
        return new Circumstances() {
            @Override
            public Optional<LoggedDelivery> logged() {
                return logged;
            }

            @Override
            public Optional<EarlierDelivery> earlier(Webhook webhook) {
                return earlier;
            }

            @Override
            public boolean hasTime(Webhook webhook) {
                return time;
            }

            @Override
            public boolean isHeldBack(Webhook webhook) {
                return heldBack;
            }
        };
    }
}
