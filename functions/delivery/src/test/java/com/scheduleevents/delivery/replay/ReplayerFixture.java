package com.scheduleevents.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.domain.replay.ReplaySelection;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import com.scheduleevents.testkit.samples.AuditSamples;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A replayer on simulated storage, for one webhook: handles one message at a time, at a time that stands still. */
final class ReplayerFixture {

    static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

    private static final Duration RETENTION = Duration.ofDays(90);

    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final ReplayStore replays = TestWiring.create().auditedReplays();

    /** The deliveries on the retry queue. */
    final List<DeliveryMessage> queued = new ArrayList<>();

    /** The messages on the replay queue, and their delays. */
    final List<ReplayMessage> steps = new ArrayList<>();

    final List<Duration> delays = new ArrayList<>();
    final List<ReplayMessage> deadLetters = new ArrayList<>();
    final List<String> deadLetterReasons = new ArrayList<>();

    /** Runs whenever a step has queued its deliveries, before it stores its progress. */
    Runnable onQueued = () -> {};

    private final Random random = new Random(1);
    private final Replayer replayer;

    ReplayerFixture(EventStore events, LoggedDeliveries log) {
        webhooks.insert(webhook());
        this.replayer = new Replayer(new ReplayerDependencies(
                replays,
                webhooks,
                new ReplayWalk(events, log, RETENTION, 100),
                (messages, delay, _) -> {
                    assertThat(delay).isZero();
                    queued.addAll(messages);
                    onQueued.run();
                },
                (messages, delay, _) -> {
                    steps.addAll(messages);
                    delays.add(delay);
                },
                (body, reason) -> {
                    deadLetters.add(MessageCodec.REPLAY.read(body));
                    deadLetterReasons.add(reason);
                },
                MessageDelays.NONE,
                new ReplayPace(50),
                Clock.fixed(START, ZoneOffset.UTC),
                new InMemoryMetrics()));
    }

    static Webhook webhook() {
        return Webhook.registered(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "sealed"),
                START);
    }

    /** Records a number of events, one per second up to the start. */
    static EventStore events(int count) {
        EventStore events = TestWiring.create().events();
        for (int n = count; n > 0; n--) {
            Event event = new Event(
                    EventId.mint(START.minusSeconds(n), new Random(n)), "offer.created", new ClinicId("cln_1"), "{}");
            events.putIfAbsent(webhook().account(), event, START.plus(RETENTION));
        }
        return events;
    }

    /** Starts a replay of everything; its first message is not on the queue. */
    Replay start() {
        ReplaySelection all = new ReplaySelection(START.minus(Duration.ofDays(1)), START, Optional.empty());
        Replay replay = Replay.of(webhook(), ReplayId.mint(START, random), all, START);
        replays.start(replay, START.plus(RETENTION), AuditSamples.entry(new AccountId("acc_1")));
        return replay;
    }

    /** The replay as it is stored. */
    Replay stored(Replay replay) {
        return replays.find(replay.webhook(), replay.id()).orElseThrow();
    }

    void handle(ReplayMessage message, boolean receivedBefore) {
        handle(MessageCodec.REPLAY.write(message), receivedBefore);
    }

    void handle(String body, boolean receivedBefore) {
        replayer.handle(new QueueRecord("message-1", "", body, receivedBefore, () -> Duration.ofSeconds(30)));
    }

    /** Handles a message, and the messages of all steps that follow. */
    void run(ReplayMessage first) {
        handle(first, false);
        while (!steps.isEmpty()) {
            handle(steps.removeFirst(), false);
        }
    }
}
