package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.NextStep.Origin;
import com.scheduleevents.domain.delivery.NextStep.Reason;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class NextStepTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final Event EVENT =
            new Event(EventId.mint(NOW, new Random(1)), "appointment.cancelled", HARBOUR, "{}");
    private static final Webhook WEBHOOK =
            webhook(WebhookStatus.ACTIVE, 3, List.of("*"), Optional.empty(), new Clinics.All());

    @ParameterizedTest(name = "logged {0} of round {1} as {2}, message {3} of round {4}, received before {5}: {6}")
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
                receivedBefore ? Origin.QUEUE_AGAIN : Origin.QUEUE,
                Optional.of(WEBHOOK),
                () -> log(logged, loggedCycle, status),
                NOW);

        assertThat(name(step)).isEqualTo(expected);
    }

    /** Whoever read it from the backlog removes it from there, and a message that waits could come back before that. */
    @Test
    void aDeliveryOfTheBacklogIsNotPutOff() {
        NextStep step = NextStep.of(
                message(1, 1, NOW.plusSeconds(1)), Origin.PROBE, Optional.of(WEBHOOK), Optional::empty, NOW);

        assertThat(name(step)).isEqualTo("attempt");
    }

    /** The sender that logged the attempt may have crashed before it sent the next message, and the backlog kept the delivery. */
    @Test
    void aDrainedDeliveryGoesOnAfterTheAttemptThatIsLogged() {
        NextStep step = NextStep.of(
                message(1, 1, NOW).drained(NOW),
                Origin.QUEUE,
                Optional.of(WEBHOOK),
                () -> log(1, 1, DeliveryStatus.PENDING),
                NOW);

        assertThat(name(step)).isEqualTo("resume");
    }

    @ParameterizedTest(name = "attempt {0} of round {1}, from {2}, drained {3}: the log is read {4}")
    @CsvSource({
        "1, 1, QUEUE, false, false",
        "1, 1, QUEUE, true, true",
        "1, 1, QUEUE_AGAIN, false, true",
        "1, 1, PROBE, false, true",
        "1, 2, QUEUE, false, true",
        "2, 1, QUEUE, false, true",
    })
    void onlyANewFirstAttemptIsMadeWithoutALookIntoTheLog(
            int attempt, int cycle, Origin origin, boolean drained, boolean needed) {
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
                Optional.empty());
        assertThat(of(message(1, 2, NOW), WEBHOOK.with(filtered, NOW)))
                .isEqualTo(new NextStep.Drop(NextStep.Reason.NO_LONGER_MATCHING));
    }

    @Test
    void aPingIsForItsWebhookWhateverThatMatches() {
        Webhook narrow = webhook(
                WebhookStatus.ACTIVE, 3, List.of("offer.accepted"), Optional.of(HARBOUR), new Clinics.Listed(Set.of()));
        Payload ping = Payload.ping(narrow.id(), NOW, new Random(1));
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
        Webhook webhook = suspended ? WEBHOOK.asSuspended() : WEBHOOK;

        assertThat(name(of(message(1, attempt, NOW.minus(waited)), webhook))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT0S,", "-PT1S,", "PT0.2S,PT0.2S", "PT15M,PT15M", "PT6H,PT15M"})
    void aWaitIsGoneInHopsThatAQueueCanHold(Duration early, @Nullable Duration hop) {
        NextStep step =
                NextStep.of(message(1, 2, NOW.plus(early)), Origin.QUEUE, Optional.of(WEBHOOK), Optional::empty, NOW);

        assertThat(step).isEqualTo(hop == null ? new NextStep.Attempt(WEBHOOK) : new NextStep.Hop(hop));
    }

    @ParameterizedTest(name = "called back {0} ms after the last attempt: comes early {1}")
    @CsvSource({"-1, false", "0, false", "1, true"})
    void aRetryNeedNotWaitOnWhenThereIsHopeSinceItsLastAttempt(long millis, boolean early) {
        Webhook hopeful = WEBHOOK.with(Health.UNKNOWN.withRetriesExpeditedAt(NOW.plusMillis(millis)));
        DeliveryMessage message = message(1, 2, NOW.plusSeconds(3_600));

        NextStep step = NextStep.of(message, Origin.QUEUE, Optional.of(hopeful), Optional::empty, NOW.plusSeconds(1));

        assertThat(step instanceof NextStep.Attempt).isEqualTo(early);
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
            String circuit, int attempt, boolean ping, Duration waited, Origin origin, String expected) {
        Webhook webhook = WEBHOOK.with(
                switch (circuit) {
                    case "open" -> Health.UNKNOWN.withCircuit(new Circuit.Open(WAIT), NOW);
                    case "half_open" -> Health.UNKNOWN.withCircuit(new Circuit.HalfOpen(0, WAIT), NOW);
                    case "draining" ->
                        Health.UNKNOWN.withCircuit(new Circuit.Draining(1, false, Optional.empty(), false), NOW);
                    default -> Health.UNKNOWN;
                });
        Instant due = NOW.minus(waited);
        DeliveryMessage message = ping
                ? DeliveryMessage.first(webhook, Payload.ping(webhook.id(), NOW, new Random(1)), 1, due)
                : message(1, attempt, due);

        NextStep step = NextStep.of(message, origin, Optional.of(webhook), Optional::empty, NOW);

        assertThat(name(step)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "attempt {0}, drained {1}, from {2}: {3}")
    @CsvSource({
        "1, false, QUEUE, backlog",
        "1, true, QUEUE, attempt",
        "2, false, QUEUE, attempt",
        "1, false, PROBE, attempt",
    })
    void deliveriesOfALimitedWebhookWaitForItsDrain(int attempt, boolean drained, Origin origin, String expected) {
        WebhookSettings limited = new WebhookSettings(
                WEBHOOK.url(), WEBHOOK.types(), WEBHOOK.clinic(), WEBHOOK.description(), OptionalInt.of(5));
        DeliveryMessage message = message(1, attempt, NOW);

        NextStep step = NextStep.of(
                drained ? message.drained(NOW) : message,
                origin,
                Optional.of(WEBHOOK.with(limited, NOW)),
                Optional::empty,
                NOW);

        assertThat(name(step)).isEqualTo(expected);
    }

    private static Optional<Reason> unwanted(
            WebhookStatus status, long generation, String type, Optional<ClinicId> clinic, Clinics visible) {
        return unwanted(Optional.of(webhook(status, generation, List.of(type), clinic, visible)));
    }

    private static Optional<Reason> unwanted(Optional<Webhook> webhook) {
        NextStep step = NextStep.of(message(1, 1, NOW), Origin.QUEUE, webhook, Optional::empty, NOW);
        return step instanceof NextStep.Drop(Reason reason) ? Optional.of(reason) : Optional.empty();
    }

    private static NextStep of(DeliveryMessage message, Webhook webhook) {
        return NextStep.of(message, Origin.QUEUE, Optional.of(webhook), Optional::empty, NOW);
    }

    private static String name(NextStep step) {
        return switch (step) {
            case NextStep.Drop(Reason reason) -> reason.name().toLowerCase(Locale.ROOT);
            case NextStep.Hop _ -> "hop";
            case NextStep.AddToBacklog _ -> "backlog";
            case NextStep.BeginAnew _ -> "anew";
            case NextStep.Attempt _ -> "attempt";
            case NextStep.Resume _ -> "resume";
        };
    }

    private static DeliveryMessage message(int cycle, int attempt, Instant notBefore) {
        return new DeliveryMessage(
                WEBHOOK.account(),
                WEBHOOK.id(),
                3,
                Payload.of(EVENT),
                cycle,
                attempt,
                Optional.of(NOW),
                Optional.of(NOW),
                notBefore,
                Optional.empty());
    }

    private static Optional<LoggedDelivery> log(int attempts, int cycle, DeliveryStatus status) {
        if (attempts == 0 && cycle == 1) {
            return Optional.empty();
        }
        List<LoggedAttempt> made = IntStream.rangeClosed(1, attempts)
                .mapToObj(n -> new LoggedAttempt(
                        cycle, n, NOW, Duration.ZERO, OutcomeClass.TIMEOUT, OptionalInt.empty(), "t" + n))
                .toList();
        return Optional.of(new LoggedDelivery(
                EVENT.id(),
                EVENT.type(),
                Optional.of(HARBOUR),
                cycle,
                attempts,
                status,
                Optional.of(NOW),
                Optional.empty(),
                made));
    }

    @ParameterizedTest
    @EnumSource(Origin.class)
    void deliveryOfAPullWebhookGoesToTheBacklogUntilAConsumerPulls(Origin origin) {
        DeliveryMessage message = DeliveryMessage.first(PULLED, EVENT, NOW);

        NextStep step = NextStep.of(message, origin, Optional.of(PULLED), Optional::empty, NOW.minusSeconds(60));

        assertThat(step)
                .isEqualTo(origin == Origin.PROBE ? new NextStep.Attempt(PULLED) : new NextStep.AddToBacklog());
    }

    private static final Webhook PULLED = Webhook.registered(
            new AccountId("acc_1"),
            new WebhookId("whk_2"),
            new ApiKeyId("key_1"),
            new WebhookSettings(WebhookSettings.PULLED, List.of("*"), Optional.empty(), Optional.empty()),
            new Clinics.All(),
            new SealedSecret(1, "key", "aaa"),
            NOW);

    private static Webhook webhook(
            WebhookStatus status, long generation, List<String> types, Optional<ClinicId> clinic, Clinics visible) {
        return new Webhook(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", types, clinic, Optional.empty()),
                visible,
                List.of(),
                status,
                generation,
                NOW,
                Optional.empty(),
                Optional.empty(),
                Webhook.FIRST_VERSION,
                Optional.empty(),
                Optional.empty(),
                false,
                Health.UNKNOWN);
    }
}
