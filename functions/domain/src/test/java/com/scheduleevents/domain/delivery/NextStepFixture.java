package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.delivery.NextStep.Reason;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;

/** A webhook, and messages and log entries of a delivery to it. */
abstract class NextStepFixture {

    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final Duration WAIT = Duration.ofSeconds(10);
    static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    static final Event EVENT = new Event(EventId.mint(NOW, new Random(1)), "appointment.cancelled", HARBOUR, "{}");
    static final Webhook WEBHOOK = webhook(WebhookStatus.ACTIVE, 3, List.of("*"), Optional.empty(), new Clinics.All());

    static String name(NextStep step) {
        return switch (step) {
            case NextStep.Drop(Reason reason) -> reason.name().toLowerCase(Locale.ROOT);
            case NextStep.Hop _ -> "hop";
            case NextStep.AddToBacklog _ -> "backlog";
            case NextStep.WatchBacklog _ -> "watch";
            case NextStep.StartDrain _ -> "drain";
            case NextStep.StayInBacklog _ -> "stay";
            case NextStep.AbandonBacklogEntry _ -> "abandon";
            case NextStep.MoveToQueue _ -> "move";
            case NextStep.LeaveToProbe _ -> "leave";
            case NextStep.BeginAnew _ -> "anew";
            case NextStep.AwaitTurn _ -> "await";
            case NextStep.Attempt _ -> "attempt";
            case NextStep.Resume _ -> "resume";
        };
    }

    static DeliveryMessage message(int cycle, int attempt, Instant notBefore) {
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
                Optional.empty(),
                Optional.empty());
    }

    static Optional<LoggedDelivery> log(int attempts, int cycle, DeliveryStatus status) {
        if (attempts == 0 && cycle == 1) {
            return Optional.empty();
        }
        List<LoggedAttempt> made = IntStream.rangeClosed(1, attempts)
                .mapToObj(n -> new LoggedAttempt(
                        cycle,
                        n,
                        NOW,
                        Duration.ZERO,
                        OutcomeClass.TIMEOUT,
                        Optional.empty(),
                        OptionalInt.empty(),
                        "t" + n))
                .toList();
        return Optional.of(new LoggedDelivery(
                EVENT.id(),
                EVENT.type(),
                Optional.of(HARBOUR),
                OptionalLong.of(1),
                cycle,
                attempts,
                status,
                Optional.of(NOW),
                Optional.empty(),
                made,
                Dropped.NONE));
    }

    static Webhook webhook(
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
                Optional.empty(),
                Health.UNKNOWN);
    }
}
