package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** The account, webhook and events that the tests of replays share. */
final class ReplaySamples {

    static final Instant NOW = Instant.parse("2026-11-20T14:00:00Z");
    static final Duration RETENTION = Duration.ofDays(90);
    static final AccountId ACCOUNT = new AccountId("acc_1");

    private static final Random RANDOM = new Random(1);

    private ReplaySamples() {}

    static Webhook webhook(Clinics visible, Optional<ClinicId> clinic, String... types) {
        return Webhook.registered(
                ACCOUNT,
                new WebhookId("whk_1"),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of(types), clinic, Optional.empty()),
                visible,
                new SealedSecret(1, "key", "sealed"),
                NOW);
    }

    static Webhook webhook() {
        return webhook(new Clinics.All(), Optional.empty(), "*");
    }

    static Replay replay(Webhook webhook, Instant since, Optional<ReplayFilter> filter) {
        return Replay.of(webhook, ReplayId.mint(NOW, RANDOM), new ReplaySelection(since, NOW, filter), NOW);
    }

    static Event event(Instant at, String type, String clinic) {
        return new Event(EventId.mint(at, RANDOM), type, new ClinicId(clinic), "{}");
    }

    static LoggedDelivery logged(EventId event, int cycle, DeliveryStatus status, Optional<Instant> firstAttempt) {
        return new LoggedDelivery(
                event,
                "offer.created",
                Optional.of(new ClinicId("cln_1")),
                OptionalLong.of(1),
                cycle,
                1,
                status,
                firstAttempt,
                Optional.empty(),
                List.of(),
                Dropped.NONE);
    }
}
