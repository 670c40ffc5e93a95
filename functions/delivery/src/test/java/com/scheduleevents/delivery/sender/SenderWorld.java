package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryMessages;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.memory.InMemoryDeliveryLog;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.Outcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.Settings;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * The world around one sender, small and deterministic: a queue that repeats itself, a log, one webhook, one receiver, and a
 * clock that jumps to whatever is due next. At every step out of the sender the world may let it crash, before or after the
 * step took effect.
 */
final class SenderWorld {

    static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
    /** A crash doubles a message now and then; a world with a crash at every other step would drown in copies. */
    private static final int MAX_CRASHES = 20;

    private static final Duration VISIBILITY = Duration.ofMinutes(3);

    final List<AttemptRequest> attempts = new ArrayList<>();
    final List<Instant> attemptTimes = new ArrayList<>();
    final List<RetriesExhausted> disablings = new ArrayList<>();
    final DeliveryLog log = new InMemoryDeliveryLog();
    Optional<Webhook> webhook;

    private final List<Plan> plans = new ArrayList<>();
    private final List<Queued> queue = new ArrayList<>();
    private final Random random;
    private final double crashes;
    private int crashesLeft = MAX_CRASHES;
    private final IntPredicate succeeds;
    private final Courier courier;
    private Instant now = START;

    /**
     * @param crashes how likely each step out of the sender is to be its last
     * @param succeeds whether the receiver answers 200 to its n-th request, from 1
     */
    SenderWorld(long seed, double crashes, IntPredicate succeeds) {
        this.random = new Random(seed);
        this.crashes = crashes;
        this.succeeds = succeeds;
        this.webhook = Optional.of(activeWebhook());
        this.courier = new Courier(new SenderParts(
                new OneWebhook(),
                new CrashingLog(),
                new Queue(),
                new Receiver(),
                new OpenVault(),
                RetrySchedule.parse("PT10S,PT1M,PT5M,PT15M,PT30M,PT1H,PT2H,PT4H,PT6H", "PT24H"),
                Duration.ofSeconds(5),
                Duration.ofDays(90),
                new JumpingClock(),
                random));
    }

    static Webhook activeWebhook() {
        return Webhook.registered(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                new Settings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                START);
    }

    static DeliveryMessage first() {
        Event event = new Event(
                EventId.mint(START, new Random(7)),
                "offer.accepted",
                new ClinicId("cln_1"),
                "{\"type\": \"offer.accepted\"}");
        return DeliveryMessage.first(activeWebhook(), event, START);
    }

    void enqueue(DeliveryMessage message) {
        queue.add(new Queued(DeliveryMessages.write(message), now));
    }

    /** Runs until the queue is empty: what crashed comes again, and now and then what was done with comes again too. */
    void run() {
        while (!queue.isEmpty()) {
            Queued next =
                    queue.stream().min(Comparator.comparing(q -> q.visibleAt)).orElseThrow();
            carryOutPlans(next.visibleAt);
            now = next.visibleAt.isAfter(now) ? next.visibleAt : now;
            next.receives++;
            next.visibleAt = now.plus(VISIBILITY);
            try {
                courier.handle(DeliveryMessages.read(next.body), next.receives > 1);
                if (!crashesNow()) {
                    queue.remove(next);
                }
            } catch (Crash _) {
                now = now.plusMillis(1);
            }
        }
    }

    private void mayCrash() {
        if (crashesNow()) {
            throw new Crash();
        }
    }

    private boolean crashesNow() {
        boolean now = crashesLeft > 0 && random.nextDouble() < crashes;
        crashesLeft -= now ? 1 : 0;
        return now;
    }

    private static final class Queued {
        private final String body;
        private Instant visibleAt;
        private int receives;

        Queued(String body, Instant visibleAt) {
            this.body = body;
            this.visibleAt = visibleAt;
        }
    }

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final class Queue implements DeliveryQueue {
        @Override
        public void send(List<DeliveryMessage> messages) {
            throw new AssertionError("a sender sends one message at a time");
        }

        @Override
        public void send(DeliveryMessage message, Duration delay) {
            mayCrash();
            // A queue holds a message back for whole seconds, and for 15 minutes at most.
            queue.add(new Queued(
                    DeliveryMessages.write(message),
                    now.plusSeconds(delay.plusNanos(999_999_999).toSeconds())));
            if (delay.compareTo(MAX_DELAY) > 0) {
                throw new AssertionError("a hop of " + delay);
            }
            mayCrash();
        }
    }

    private final class CrashingLog implements DeliveryLog {
        @Override
        public Optional<LoggedDelivery> find(WebhookId id, EventId event) {
            mayCrash();
            return log.find(id, event);
        }

        @Override
        public boolean append(WebhookId id, LoggedDelivery made, Instant expiresAt) {
            mayCrash();
            boolean written = log.append(id, made, expiresAt);
            mayCrash();
            return written;
        }

        @Override
        public List<LoggedDelivery> newestFirst(WebhookId id, EventRange range, int max) {
            throw new AssertionError("a sender lists no deliveries");
        }

        @Override
        public boolean replace(WebhookId id, LoggedDelivery read, LoggedDelivery now) {
            throw new AssertionError("a sender only writes attempts down");
        }
    }

    private final class Receiver implements Receivers {
        @Override
        public Outcome attempt(AttemptRequest request) {
            mayCrash();
            attempts.add(request);
            attemptTimes.add(now);
            boolean success = succeeds.test(attempts.size());
            mayCrash();
            return success
                    ? new Outcome(OutcomeClass.SUCCEEDED, 200, Duration.ZERO, null)
                    : new Outcome(OutcomeClass.STATUS, 500, Duration.ZERO, null);
        }
    }

    private final class OneWebhook implements WebhookStore {
        @Override
        public Optional<Webhook> find(AccountId account, WebhookId id) {
            mayCrash();
            return webhook;
        }

        @Override
        public Optional<Health> write(AccountId account, WebhookId id, long term, HealthWrite write) {
            mayCrash();
            Optional<Health> known = webhook.filter(Webhook::isActive)
                    .filter(row -> row.term() == term)
                    .flatMap(row -> write.on(row.health()));
            known.ifPresent(health -> webhook = webhook.map(row -> row.with(health)));
            mayCrash();
            return known;
        }

        @Override
        public Exhaustion disable(AccountId account, WebhookId id, long term, RetriesExhausted why) {
            mayCrash();
            Optional<Webhook> active = webhook.filter(Webhook::isActive).filter(row -> row.term() == term);
            if (active.isEmpty()) {
                return Exhaustion.NOT_CONCERNED;
            }
            if (!active.get().hasSameUrlSince(why.failingSince())) {
                return Exhaustion.URL_CHANGED;
            }
            disablings.add(why);
            webhook = active.map(row -> row.disabled(why));
            mayCrash();
            return Exhaustion.DISABLED;
        }

        @Override
        public void insert(Webhook row) {
            throw notTheSendersBusiness();
        }

        @Override
        public List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max) {
            throw notTheSendersBusiness();
        }

        @Override
        public List<Webhook> watching(AccountId account, ClinicId clinic) {
            throw notTheSendersBusiness();
        }

        @Override
        public boolean delete(AccountId account, WebhookId id) {
            throw notTheSendersBusiness();
        }

        @Override
        public boolean update(Webhook read, Webhook changed) {
            throw notTheSendersBusiness();
        }

        @Override
        public boolean isDue(AccountId account, WebhookId id, DueMail mail) {
            throw notTheSendersBusiness();
        }

        @Override
        public void markMailed(AccountId account, WebhookId id, DueMail mail) {
            throw notTheSendersBusiness();
        }

        private AssertionError notTheSendersBusiness() {
            return new AssertionError("the sender reads webhooks and disables them, nothing else");
        }
    }

    private static final class OpenVault implements SecretVault {
        @Override
        public SealedSecret seal(AccountId account, WebhookId id, int version, SigningSecret secret) {
            return new SealedSecret(version, "key", secret.reveal());
        }

        @Override
        public SigningSecret open(AccountId account, WebhookId id, SealedSecret secret) {
            return SigningSecret.of(secret.ciphertext());
        }
    }

    private final class JumpingClock extends Clock {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** What happens at a time of its own, whatever the sender is doing. */
    void at(Instant time, Runnable what) {
        plans.add(new Plan(time, what));
    }

    /** Gives the webhook another url now. */
    void moveWebhook() {
        webhook = webhook.map(row -> row.with(
                new Settings("https://hooks.example.org/", row.types(), row.clinic(), row.description()), now));
    }

    /** Asks for another round of the delivery, as the API does: first the message, then the log. */
    void redeliver() {
        Optional<LoggedDelivery> read =
                log.find(activeWebhook().id(), first().payload().id());
        int round = read.map(row -> row.round() + 1).orElse(DeliveryMessage.FIRST_ROUND);
        queue.add(new Queued(
                DeliveryMessages.write(DeliveryMessage.first(webhook.orElseThrow(), first().payload(), round, now)),
                now));
        if (!crashesNow()) {
            read.ifPresent(row -> log.replace(activeWebhook().id(), row, row.nextRound(now)));
        }
    }

    /** Gives the delivery up. */
    void dismiss() {
        log.replace(activeWebhook().id(), logged(), logged().dismissed());
    }

    /** What the log says of the delivery now. */
    LoggedDelivery logged() {
        return log.find(activeWebhook().id(), first().payload().id()).orElseThrow();
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

    private record Plan(Instant time, Runnable what) {}
}
