package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.circuit.ProbeQueue;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.Exhaustion;
import com.scheduleevents.testkit.memory.InMemoryBacklog;
import com.scheduleevents.testkit.memory.InMemoryDeliveryLog;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryQueue;
import com.scheduleevents.testkit.memory.InMemoryQueue.Message;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import com.scheduleevents.testkit.memory.PlaintextVault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A small deterministic world around one sender: queues that deliver messages more than once, a log, one webhook, one receiver, the
 * clock function, and a time that jumps to the next due action. Each call of the sender may crash it, before or after the call took
 * effect.
 */
final class SenderWorld {

    static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
    static final CircuitBreaker HOLDING = new CircuitBreaker(
            Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(2), Duration.ofHours(1));

    /** Crashes duplicate messages, so their number is limited. */
    private static final int MAX_CRASHES = 20;

    final List<AttemptRequest> attempts = new ArrayList<>();
    final List<Instant> attemptTimes = new ArrayList<>();
    final List<RetriesExhausted> disablings = new ArrayList<>();
    final Map<String, Integer> calls = new HashMap<>();
    final DeliveryLog log = new InMemoryDeliveryLog();
    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final Backlog backlog = new InMemoryBacklog();
    final InMemoryMetrics metrics = new InMemoryMetrics();
    Instant now = START;

    /** Runs while the next attempt waits for a permit of its host. */
    Runnable whileItWaits = () -> {};

    /** The Retry-After of the receiver's 503 responses; without it the receiver responds with 500. */
    Optional<Duration> retryAfter = Optional.empty();

    private final List<Plan> plans = new ArrayList<>();
    private final InMemoryQueue queue = new InMemoryQueue();
    private final Random random;
    private final double crashes;
    private int crashesLeft = MAX_CRASHES;
    private final Predicate<AttemptRequest> succeeds;
    private final DeliveryProcessor processor;
    private final BacklogDrainer drainer;

    /**
     * @param crashes the probability that a call crashes the sender
     * @param succeeds whether the receiver responds with 200 to its n-th request, from 1
     */
    SenderWorld(long seed, double crashes, IntPredicate succeeds) {
        this(seed, crashes, (world, _) -> succeeds.test(world.attempts.size()));
    }

    /**
     * @param receiver whether the receiver responds with 200
     */
    SenderWorld(long seed, double crashes, Receiver receiver) {
        this.random = new Random(seed);
        this.crashes = crashes;
        this.succeeds = request -> receiver.succeeds(this, request);
        webhooks.insert(activeWebhook());
        InstantSource time = () -> now;
        SenderDependencies parts = new SenderDependencies(
                port(WebhookStore.class, webhooks),
                port(DeliveryLog.class, log),
                port(Backlog.class, backlog),
                port(DeliveryQueue.class, new RetryQueue(queue, time)),
                port(ProbeQueue.class, checks -> checks.forEach(this::enqueue)),
                (_, _) -> {
                    throw new AssertionError("every message can be read");
                },
                port(Receivers.class, (request, wanted) -> receive(request, wanted)),
                new PlaintextVault(),
                RetrySchedule.parse("PT10S,PT1M,PT5M,PT15M,PT30M,PT1H,PT2H,PT4H,PT6H", "PT24H"),
                HOLDING,
                4,
                Duration.ofSeconds(5),
                Duration.ofDays(90),
                time.withZone(ZoneOffset.UTC),
                random,
                metrics);
        this.processor = new DeliveryProcessor(parts);
        this.drainer = new BacklogDrainer(parts, processor);
    }

    static Webhook activeWebhook() {
        return Webhook.registered(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                START);
    }

    static DeliveryMessage first() {
        return message(START, 7);
    }

    /** The first message of an event of its own. */
    static DeliveryMessage message(Instant recorded, int seed) {
        Event event = new Event(
                EventId.mint(recorded, new Random(seed)),
                "offer.accepted",
                new ClinicId("cln_1"),
                "{\"type\": \"offer.accepted\"}");
        return DeliveryMessage.first(activeWebhook(), event, recorded);
    }

    void enqueue(DeliveryMessage message) {
        queue.put(MessageCodec.DELIVERY.write(message), now);
    }

    private void enqueue(Probe check) {
        queue.put(MessageCodec.PROBE.write(check), now);
    }

    /** The present webhook; empty when it was deleted. */
    Optional<Webhook> webhook() {
        return webhooks.find(activeWebhook().account(), activeWebhook().id());
    }

    /** Runs until nothing is due: messages are delivered again after a crash, and sometimes after success. */
    void run() {
        for (Optional<Instant> next = next(); next.isPresent(); next = next()) {
            Instant time = next.get();
            carryOutPlans(time);
            now = time.isAfter(now) ? time : now;
            tick();
            queue.receive(now).ifPresent(this::handle);
        }
    }

    private Optional<Instant> next() {
        Stream<Instant> messages = queue.nextVisibleAt().stream();
        // The clock function runs every minute.
        Stream<Instant> due = probeAt().stream()
                .map(at -> START.plusSeconds(
                        60 * Math.ceilDiv(Duration.between(START, at).toMillis(), 60_000)));
        Stream<Instant> planned = plans.stream().map(Plan::time);
        return Stream.of(messages, due, planned).flatMap(times -> times).min(Comparator.naturalOrder());
    }

    private Optional<Instant> probeAt() {
        return webhook().filter(Webhook::isActive).flatMap(row -> row.health().probeAt());
    }

    private void tick() {
        probeAt().filter(at -> !at.isAfter(now)).ifPresent(at -> {
            Webhook row = webhook().orElseThrow();
            Instant lease = HOLDING.leaseFrom(now);
            webhooks.write(row.account(), row.id(), row.generation(), new HealthWrite.Leased(at, lease));
            if (!crashesNow()) {
                enqueue(new Probe(row.account(), row.id(), lease));
            }
        });
    }

    private void handle(Message message) {
        try {
            if (MessageCodec.PROBE.accepts(message.body())) {
                drainer.handle(MessageCodec.PROBE.read(message.body()));
            } else {
                processor.handle(MessageCodec.DELIVERY.read(message.body()), message.receivedBefore());
            }
            if (!crashesNow()) {
                queue.remove(message);
            }
        } catch (Crash _) {
            now = now.plusMillis(1);
        }
    }

    private <T> T port(Class<T> type, T real) {
        return PortProxies.watched(type, real, this::between);
    }

    private synchronized Object between(String name, PortProxies.Call call) throws Exception {
        mayCrash();
        calls.merge(name, 1, Integer::sum);
        Object answer = call.make();
        if (answer == Exhaustion.DISABLED) {
            webhook()
                    .flatMap(Webhook::disabling)
                    .map(RetriesExhausted.class::cast)
                    .ifPresent(disablings::add);
        }
        mayCrash();
        return answer;
    }

    private void mayCrash() {
        if (crashesNow()) {
            throw new Crash();
        }
    }

    private synchronized boolean crashesNow() {
        boolean crash = crashesLeft > 0 && random.nextDouble() < crashes;
        crashesLeft -= crash ? 1 : 0;
        return crash;
    }

    private Optional<AttemptOutcome> receive(AttemptRequest request, BooleanSupplier stillWanted) {
        Runnable happens = whileItWaits;
        whileItWaits = () -> {};
        happens.run();
        if (!stillWanted.getAsBoolean()) {
            return Optional.empty();
        }
        return Optional.of(receive(request));
    }

    private AttemptOutcome receive(AttemptRequest request) {
        attempts.add(request);
        attemptTimes.add(now);
        return succeeds.test(request)
                ? new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, Duration.ZERO, null)
                : new AttemptOutcome(
                        OutcomeClass.STATUS,
                        retryAfter.isPresent() ? 503 : 500,
                        Duration.ZERO,
                        retryAfter.orElse(null));
    }

    /** An action at a given time, independent of the sender. */
    void at(Instant time, Runnable what) {
        plans.add(new Plan(time, what));
    }

    /** Changes the URL of the webhook. */
    void moveWebhook() {
        change(row -> row.with(
                new WebhookSettings("https://hooks.example.org/", row.types(), row.clinic(), row.description()), now));
    }

    /** Changes the webhook as its owner would. */
    void change(UnaryOperator<Webhook> change) {
        webhook().ifPresent(row -> webhooks.update(row, change.apply(row)));
    }

    /** Redelivers as the API does: first the message, then the log. */
    void redeliver() {
        Optional<LoggedDelivery> read =
                log.find(activeWebhook().id(), first().payload().id());
        int cycle = read.map(row -> row.cycle() + 1).orElse(DeliveryMessage.FIRST_CYCLE);
        enqueue(DeliveryMessage.first(webhook().orElseThrow(), first().payload(), cycle, now));
        if (!crashesNow()) {
            read.ifPresent(row -> log.replace(activeWebhook().id(), row, row.nextCycle(now)));
        }
    }

    /** Dismisses the delivery. */
    void dismiss() {
        log.replace(activeWebhook().id(), logged(), logged().dismissed());
    }

    /** The delivery in the log. */
    LoggedDelivery logged() {
        return logged(first()).orElseThrow();
    }

    /** A delivery in the log. */
    Optional<LoggedDelivery> logged(DeliveryMessage message) {
        return log.find(activeWebhook().id(), message.payload().id());
    }

    private void carryOutPlans(Instant until) {
        plans.stream()
                .filter(plan -> !plan.time().isAfter(until))
                .sorted(Comparator.comparing(Plan::time))
                .toList()
                .forEach(plan -> {
                    plans.remove(plan);
                    now = plan.time().isAfter(now) ? plan.time() : now;
                    plan.what().run();
                });
    }

    /** Whether the receiver responds with 200. */
    @FunctionalInterface
    interface Receiver {
        boolean succeeds(SenderWorld world, AttemptRequest request);
    }

    private record Plan(Instant time, Runnable what) {}

    /** Ends the process; nothing in the code under test catches it. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }
}
