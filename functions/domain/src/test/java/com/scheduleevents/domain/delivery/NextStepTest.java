package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.NextStep.Reason;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NextStepTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final Event EVENT =
            new Event(EventId.mint(NOW, new Random(1)), "appointment.cancelled", HARBOUR, "{}");
    private static final Webhook WEBHOOK =
            webhook(WebhookStatus.ACTIVE, 3, List.of("*"), Optional.empty(), new Clinics.All());

    @ParameterizedTest(name = "logged {0} as {1}, message {2}, received before {3}: {4}")
    @CsvSource({
        // attempts logged, their status, attempt of the message, received before, what follows
        "0, PENDING,   1, true,  attempt",
        "0, PENDING,   2, false, attempt",
        "1, PENDING,   2, false, attempt",
        "1, PENDING,   2, true,  attempt",
        "1, PENDING,   1, false, overtaken",
        "1, PENDING,   1, true,  resume",
        "3, PENDING,   1, true,  overtaken",
        "3, PENDING,   2, false, overtaken",
        "11, FAILED,  11, true,  resume",
        "11, FAILED,  11, false, overtaken",
        "1, SUCCEEDED, 1, true,  delivered",
        "2, SUCCEEDED, 3, false, delivered",
    })
    void theLogSaysWhichOfTwoChainsIsAhead(
            int logged, DeliveryStatus status, int attempt, boolean receivedBefore, String expected) {
        NextStep step = NextStep.byLog(message(attempt, NOW), receivedBefore, WEBHOOK, log(logged, status));

        assertThat(name(step)).isEqualTo(expected);
    }

    @Test
    void aNewFirstAttemptIsMadeWithoutALookIntoTheLog() {
        assertThat(NextStep.needsLog(message(1, NOW), false)).isFalse();
        assertThat(NextStep.needsLog(message(1, NOW), true)).isTrue();
        assertThat(NextStep.needsLog(message(2, NOW), false)).isTrue();
    }

    @Test
    void nothingIsAttemptedForAWebhookThatWouldNotBeSentTheEvent() {
        assertThat(unwanted(Optional.empty())).contains(Reason.WEBHOOK_GONE);
        assertThat(unwanted(WebhookStatus.DISABLED, 3, "*", Optional.empty(), new Clinics.All()))
                .contains(Reason.WEBHOOK_DISABLED);
        assertThat(unwanted(WebhookStatus.ACTIVE, 4, "*", Optional.empty(), new Clinics.All()))
                .contains(Reason.EARLIER_TERM);
        assertThat(unwanted(WebhookStatus.ACTIVE, 3, "offer.accepted", Optional.empty(), new Clinics.All()))
                .contains(Reason.NO_LONGER_MATCHING);
        assertThat(unwanted(WebhookStatus.ACTIVE, 3, "*", Optional.of(new ClinicId("cln_station")), new Clinics.All()))
                .contains(Reason.NO_LONGER_MATCHING);
        assertThat(unwanted(WebhookStatus.ACTIVE, 3, "*", Optional.empty(), new Clinics.Listed(Set.of())))
                .contains(Reason.NO_LONGER_MATCHING);
        assertThat(unwanted(Optional.of(WEBHOOK))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"PT0S,", "-PT1S,", "PT0.2S,PT0.2S", "PT15M,PT15M", "PT6H,PT15M"})
    void aWaitIsGoneInHopsThatAQueueCanHold(Duration early, Duration hop) {
        Optional<NextStep> step = NextStep.whenEarly(message(2, NOW.plus(early)), NOW);

        assertThat(step).isEqualTo(Optional.ofNullable(hop).map(NextStep.Hop::new));
    }

    private static Optional<Reason> unwanted(
            WebhookStatus status, long term, String type, Optional<ClinicId> clinic, Clinics visible) {
        return unwanted(Optional.of(webhook(status, term, List.of(type), clinic, visible)));
    }

    private static Optional<Reason> unwanted(Optional<Webhook> webhook) {
        return NextStep.byWebhook(message(1, NOW), webhook).map(step -> ((NextStep.Drop) step).reason());
    }

    private static String name(NextStep step) {
        return switch (step) {
            case NextStep.Drop(Reason reason) -> reason.name().toLowerCase(Locale.ROOT);
            case NextStep.Hop _ -> "hop";
            case NextStep.Attempt _ -> "attempt";
            case NextStep.Resume _ -> "resume";
        };
    }

    private static DeliveryMessage message(int attempt, Instant notBefore) {
        return new DeliveryMessage(WEBHOOK.account(), WEBHOOK.id(), 3, EVENT, attempt, Optional.of(NOW), notBefore);
    }

    private static Optional<LoggedDelivery> log(int attempts, DeliveryStatus status) {
        if (attempts == 0) {
            return Optional.empty();
        }
        List<LoggedAttempt> made = IntStream.rangeClosed(1, attempts)
                .mapToObj(n ->
                        new LoggedAttempt(n, NOW, Duration.ZERO, OutcomeClass.TIMEOUT, OptionalInt.empty(), "t" + n))
                .toList();
        return Optional.of(new LoggedDelivery(status, NOW, Optional.empty(), made));
    }

    private static Webhook webhook(
            WebhookStatus status, long term, List<String> types, Optional<ClinicId> clinic, Clinics visible) {
        return new Webhook(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                "https://example.com/",
                types,
                clinic,
                Optional.empty(),
                visible,
                List.of(),
                status,
                term,
                NOW,
                Optional.empty());
    }
}
