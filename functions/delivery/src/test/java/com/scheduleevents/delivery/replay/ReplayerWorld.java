package com.scheduleevents.delivery.replay;

import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
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
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryQueue;
import com.scheduleevents.testkit.memory.InMemoryQueue.Message;
import com.scheduleevents.testkit.memory.InMemoryReplays;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The world around one replayer, small and deterministic: a replay queue that repeats itself, and a clock that jumps to
 * whatever is due next. At every call out of the replayer the world may let it crash, before or after the call took effect.
 */
final class ReplayerWorld {

    static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
    static final Duration RETENTION = Duration.ofDays(90);
    static final AccountId ACCOUNT = new AccountId("acc_1");

    /** Crashes duplicate messages, so their number is limited. */
    private static final int MAX_CRASHES = 20;

    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final InMemoryReplays replays = new InMemoryReplays();
    final List<String> deadLetterReasons = new ArrayList<>();

    /** The dead-letter messages, in the order of their reasons. */
    final List<String> deadLetterBodies = new ArrayList<>();

    /** Called with what is put on the retry queue, once it is there. */
    Consumer<List<DeliveryMessage>> onQueued = _ -> {};

    int handled;
    int crashed;

    private final InMemoryQueue steps = new InMemoryQueue();
    private final Random random;
    private final double crashes;
    private final Replayer replayer;
    private Instant now = START;

    /**
     * @param crashes the probability that a call crashes the replayer
     */
    ReplayerWorld(long seed, double crashes, EventStore events, LoggedDeliveries log) {
        this.random = new Random(seed);
        this.crashes = crashes;
        webhooks.insert(webhook());
        InstantSource time = () -> now;
        this.replayer = new Replayer(new ReplayerDependencies(
                crashing(ReplayStore.class, replays),
                crashing(WebhookStore.class, webhooks),
                new ReplayWalk(crashing(EventStore.class, events), crashing(LoggedDeliveries.class, log), RETENTION),
                crashing(DeliveryQueue.class, new RetryQueue()),
                (message, delay) -> {
                    mayCrash();
                    enqueue(message, delay);
                    mayCrash();
                },
                (body, reason) -> {
                    deadLetterBodies.add(body);
                    deadLetterReasons.add(reason);
                },
                new ReplayPace(50),
                time.withZone(ZoneOffset.UTC),
                new InMemoryMetrics()));
    }

    static Webhook webhook() {
        return Webhook.registered(
                ACCOUNT,
                new WebhookId("whk_1"),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "sealed"),
                START);
    }

    /** Starts a replay as the API does. */
    Replay start(Instant since) {
        Replay replay = Replay.of(
                webhook(), ReplayId.mint(START, random), new ReplaySelection(since, START, Optional.empty()), START);
        enqueue(ReplayMessage.next(replay), Duration.ofSeconds(60));
        replays.start(replay, START.plus(RETENTION));
        enqueue(ReplayMessage.next(replay), Duration.ofSeconds(2));
        return replay;
    }

    Replay now(Replay replay) {
        return replays.find(replay.webhook(), replay.id()).orElseThrow();
    }

    void enqueue(ReplayMessage message, Duration delay) {
        enqueue(MessageCodec.REPLAY.write(message), now.plus(delay));
    }

    void enqueue(String body, Instant at) {
        steps.put(body, at);
    }

    /** Handles a message that is on no queue. */
    void handle(ReplayMessage message, boolean receivedBefore) {
        replayer.handle(new QueueRecord("message-1", MessageCodec.REPLAY.write(message), receivedBefore));
    }

    /** Empties the queue. */
    void forget() {
        steps.clear();
    }

    /** How many messages there are. */
    int waiting() {
        return steps.size();
    }

    /** Runs until the queue is empty: what crashed comes again. */
    void run() {
        while (steps.size() > 0) {
            handleNext();
        }
    }

    void handleNext() {
        Instant next = steps.nextVisibleAt().orElseThrow();
        now = next.isAfter(now) ? next : now;
        Message step = steps.receive(now).orElseThrow();
        handled++;
        try {
            replayer.handle(new QueueRecord("message-1", step.body(), step.receivedBefore()));
            mayCrash();
            steps.remove(step);
        } catch (UnprocessableRecord | MalformedMessage e) {
            deadLetterReasons.add(e.getMessage());
            steps.remove(step);
        } catch (Crash _) {
            now = now.plusMillis(1);
        }
    }

    private void mayCrash() {
        if (crashed < MAX_CRASHES && random.nextDouble() < crashes) {
            crashed++;
            throw new Crash();
        }
    }

    /** The same port, at each call of which the caller may die, before or after it took effect. */
    private <T> T crashing(Class<T> port, T real) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (_, method, arguments) -> {
                    mayCrash();
                    try {
                        Object answer = method.invoke(real, arguments);
                        mayCrash();
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private final class RetryQueue implements DeliveryQueue {
        @Override
        public void send(List<DeliveryMessage> messages) {
            onQueued.accept(messages);
        }

        @Override
        public void send(DeliveryMessage message, Duration delay) {
            throw new AssertionError("a replayer sends what is due at once");
        }
    }

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** As many events as one likes, one a second up to the start, which are made as they are read and kept nowhere. */
    record Endless(int count, Consumer<Integer> reads) implements EventStore {

        Instant since() {
            return START.minusSeconds(count);
        }

        List<Event> all() {
            return IntStream.range(0, count).mapToObj(this::event).toList();
        }

        static int number(EventId id, int count) {
            return Math.toIntExact(
                    Duration.between(START.minusSeconds(count), id.mintedAt()).toSeconds());
        }

        @Override
        public Slice oldestFirst(Feed feed, EventRange range, int max) {
            reads.accept(max);
            Duration from = Duration.between(since(), range.oldest().mintedAt());
            int first = Math.toIntExact(from.minusNanos(1).toSeconds() + (from.isZero() ? 0 : 1));
            List<Event> events = new ArrayList<>();
            for (int n = first; n < count && events.size() < max; n++) {
                Event event = event(n);
                if (event.id().compareTo(range.oldest()) >= 0) {
                    events.add(event);
                }
            }
            return new Slice(events, events.size() < max);
        }

        private Event event(int n) {
            return new Event(
                    EventId.mint(since().plusSeconds(n), new Random(n)), "offer.created", new ClinicId("cln_1"), "{}");
        }

        @Override
        public Event putIfAbsent(AccountId account, Event event, Instant expiresAt) {
            throw new AssertionError("a replayer records nothing");
        }

        @Override
        public Optional<Event> find(AccountId account, EventId id) {
            throw new AssertionError("a replayer reads slices");
        }

        @Override
        public Slice newestFirst(Feed feed, EventRange range, int max) {
            throw new AssertionError("a replayer walks forwards");
        }
    }
}
