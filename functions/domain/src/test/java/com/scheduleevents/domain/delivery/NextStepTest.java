package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.delivery.NextStep.Reason;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NextStepTest extends NextStepFixture {

    @ParameterizedTest(
            name = "logged {0} of retry cycle {1} as {2}, message {3} of retry cycle {4}, received before {5}: {6}")
    @CsvSource({
        // attempts logged, their retry cycle and status, attempt and retry cycle of the message, received before, what
        // follows
        "0, 1, PENDING,   1, 1, true,  attempt",
        "0, 1, PENDING,   2, 1, false, attempt",
        "1, 1, PENDING,   2, 1, false, attempt",
        "1, 1, PENDING,   2, 1, true,  attempt",
        "1, 1, PENDING,   1, 1, true,  resume",
        "3, 1, PENDING,   1, 1, true,  overtaken",
        "3, 1, PENDING,   2, 1, false, overtaken",
        "11, 1, FAILED,  11, 1, true,  resume",
        "11, 1, FAILED,  11, 1, false, overtaken",
        "1, 1, SUCCEEDED, 1, 1, true,  delivered",
        "2, 1, SUCCEEDED, 3, 1, false, delivered",
        "2, 1, DISMISSED, 3, 1, false, dismissed",
        "2, 1, DISMISSED, 2, 1, true,  dismissed",
        // a later retry cycle than the log's begins, whatever came of the earlier one
        "11, 1, FAILED,   1, 2, false, attempt",
        "2, 1, SUCCEEDED, 1, 2, false, attempt",
        "2, 1, DISMISSED, 1, 2, true,  attempt",
        "2, 1, PENDING,   1, 2, false, attempt",
        // an earlier retry cycle than the log's is over
        "0, 2, PENDING,   3, 1, false, overtaken",
        "1, 2, PENDING,   2, 1, true,  overtaken",
        "11, 2, FAILED,  11, 1, true,  overtaken",
        // the sender of a retry may have crashed after it had logged the next one
        "0, 2, PENDING,   3, 1, true,  resume",
        "0, 3, PENDING,   3, 1, true,  overtaken",
        "0, 2, DISMISSED, 3, 1, true,  overtaken",
        "0, 2, PENDING,   1, 1, true,  overtaken",
        // within the later retry cycle all is as in the first
        "1, 2, PENDING,   1, 2, true,  resume",
        "1, 2, PENDING,   2, 2, false, attempt",
        "0, 2, DISMISSED, 1, 2, false, dismissed",
    })
    void theLogSaysWhichOfTwoChainsIsAhead(
            int logged,
            int loggedCycle,
            DeliveryStatus status,
            int attempt,
            int cycle,
            boolean receivedBefore,
            String expected) {
        NextStep step = NextStep.of(
                message(cycle, attempt, NOW),
                receivedBefore ? MessageOrigin.QUEUE_AGAIN : MessageOrigin.QUEUE,
                Optional.of(WEBHOOK),
                () -> log(logged, loggedCycle, status),
                NOW);

        assertThat(name(step)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "attempt {0} of retry cycle {1}, from {2}, drained {3}: the log is read {4}")
    @CsvSource({
        "1, 1, QUEUE, false, false",
        "1, 1, QUEUE, true, true",
        "1, 1, QUEUE_AGAIN, false, true",
        "1, 1, PROBE, false, true",
        "1, 2, QUEUE, false, true",
        "2, 1, QUEUE, false, true",
    })
    void onlyANewFirstAttemptIsMadeWithoutALookIntoTheLog(
            int attempt, int cycle, MessageOrigin origin, boolean drained, boolean needed) {
        DeliveryMessage fresh = message(cycle, attempt, NOW);
        List<String> reads = new ArrayList<>();

        NextStep.of(
                drained ? fresh.drained(NOW) : fresh,
                origin,
                Optional.of(WEBHOOK),
                () -> {
                    reads.add("read");
                    return Optional.empty();
                },
                NOW);

        assertThat(!reads.isEmpty()).isEqualTo(needed);
    }

    @Test
    void aDeliveryThatTheFilterNoLongerSelectsIsDropped() {
        WebhookSettings filtered = new WebhookSettings(
                WEBHOOK.url(),
                WEBHOOK.types(),
                Set.of(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.of(EventFilter.parse("{\"provider_id\":[\"prv_none\"]}")),
                PayloadStyle.FULL,
                Optional.empty(),
                false,
                Optional.empty());
        assertThat(of(message(1, 2, NOW), WEBHOOK.with(filtered, NOW)))
                .isEqualTo(new NextStep.Drop(NextStep.Reason.NO_LONGER_MATCHING));
    }

    @Test
    void aPingIsForItsWebhookWhateverThatMatches() {
        Webhook narrow = webhook(
                WebhookStatus.ACTIVE, 3, List.of("offer.accepted"), Optional.of(HARBOUR), new Clinics.Listed(Set.of()));
        Payload ping = Payload.ping(narrow.id(), EventId.mint(NOW, new Random(1)));
        DeliveryMessage message = DeliveryMessage.first(narrow, ping, 1, NOW);

        assertThat(name(of(message, narrow))).isEqualTo("attempt");
        assertThat(ping.json())
                .isEqualTo("{\"id\":\"" + ping.id().value() + "\",\"type\":\"webhook.ping\",\"webhook_id\":\"whk_1\","
                        + "\"created_at\":\"2026-11-21T12:00:00.000Z\"}");
    }

    @Test
    void nothingIsAttemptedForAWebhookThatWouldNotBeSentTheEvent() {
        assertThat(unwanted(Optional.empty())).contains(Reason.WEBHOOK_GONE);
        assertThat(unwanted(WebhookStatus.DISABLED, 3, "*", Optional.empty(), new Clinics.All()))
                .contains(Reason.WEBHOOK_DISABLED);
        assertThat(unwanted(WebhookStatus.ACTIVE, 4, "*", Optional.empty(), new Clinics.All()))
                .contains(Reason.EARLIER_GENERATION);
        assertThat(unwanted(WebhookStatus.ACTIVE, 3, "offer.accepted", Optional.empty(), new Clinics.All()))
                .contains(Reason.NO_LONGER_MATCHING);
        assertThat(unwanted(WebhookStatus.ACTIVE, 3, "*", Optional.of(new ClinicId("cln_station")), new Clinics.All()))
                .contains(Reason.NO_LONGER_MATCHING);
        assertThat(unwanted(WebhookStatus.ACTIVE, 3, "*", Optional.empty(), new Clinics.Listed(Set.of())))
                .contains(Reason.NO_LONGER_MATCHING);
        assertThat(unwanted(Optional.of(WEBHOOK))).isEmpty();
    }

    @ParameterizedTest(name = "attempt {0}, due {1} ago, suspended {2}: {3}")
    @CsvSource({
        "2,  PT1H,      false, attempt",
        "2,  PT1H0.1S,  false, anew",
        "11, PT1H0.1S,  false, anew",
        "2,  -PT1H,     true,  anew",
        "1,  PT0S,      true,  backlog",
        "1,  PT1H0.1S,  true,  backlog",
    })
    void aRetryThatMeetsASuspensionOrComesFarTooLateBeginsAnew(
            int attempt, Duration waited, boolean suspended, String expected) {
        Webhook webhook = suspended ? WEBHOOK.asSuspended(NOW) : WEBHOOK;

        assertThat(name(of(message(1, attempt, NOW.minus(waited)), webhook))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT0S,", "-PT1S,", "PT0.2S,PT0.2S", "PT15M,PT15M", "PT6H,PT15M"})
    void aWaitIsGoneInHopsThatAQueueCanHold(Duration early, @Nullable Duration hop) {
        NextStep step = NextStep.of(
                message(1, 2, NOW.plus(early)), MessageOrigin.QUEUE, Optional.of(WEBHOOK), Optional::empty, NOW);

        assertThat(step).isEqualTo(hop == null ? new NextStep.Attempt(WEBHOOK) : new NextStep.Hop(hop, false));
    }

    @ParameterizedTest(name = "called back {0} ms after the last attempt: comes early {1}")
    @CsvSource({"-1, false", "0, false", "1, true"})
    void aRetryNeedNotWaitOnWhenThereIsHopeSinceItsLastAttempt(long millis, boolean early) {
        Webhook hopeful = WEBHOOK.with(Health.UNKNOWN.withRetriesExpeditedAt(NOW.plusMillis(millis)));
        DeliveryMessage message = message(1, 2, NOW.plusSeconds(3_600));

        NextStep step =
                NextStep.of(message, MessageOrigin.QUEUE, Optional.of(hopeful), Optional::empty, NOW.plusSeconds(1));

        assertThat(step instanceof NextStep.Attempt).isEqualTo(early);
    }

    private static Optional<Reason> unwanted(
            WebhookStatus status, long generation, String type, Optional<ClinicId> clinic, Clinics visible) {
        return unwanted(Optional.of(webhook(status, generation, List.of(type), clinic, visible)));
    }

    private static Optional<Reason> unwanted(Optional<Webhook> webhook) {
        NextStep step = NextStep.of(message(1, 1, NOW), MessageOrigin.QUEUE, webhook, Optional::empty, NOW);
        return step instanceof NextStep.Drop(Reason reason) ? Optional.of(reason) : Optional.empty();
    }

    private static NextStep of(DeliveryMessage message, Webhook webhook) {
        return NextStep.of(message, MessageOrigin.QUEUE, Optional.of(webhook), Optional::empty, NOW);
    }
}
