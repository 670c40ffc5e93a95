package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.destination.CustomerResources;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookLabels;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore.Written;
import com.scheduleevents.testkit.memory.InMemoryDueWebhooks;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A sender on simulated storage, for one webhook: handles one message at a time, at the time that the test sets. */
final class SenderFixture {

    static final String TOKEN_URL = "https://auth.example.com/token";
    static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

    private static final CircuitBreaker CIRCUIT_BREAKER = new CircuitBreaker(
            Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(2), Duration.ofHours(1));

    final TestWiring aws = TestWiring.create();
    final DeliveryLog log = aws.deliveryLog();
    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final SecretVault vault = aws.sealingVault();
    final CapturedResponseStore kept = aws.capturedResponses();
    final InMemoryMetrics metrics = new InMemoryMetrics();

    /** The requests so far; a probe attempts several deliveries side by side. */
    final List<AttemptRequest> attempts = new CopyOnWriteArrayList<>();

    /** The messages on the retry queue that were not handled yet. */
    final List<DeliveryMessage> retries = new CopyOnWriteArrayList<>();

    /** Those of the retries whose receivers learn that they were received before. */
    final List<DeliveryMessage> sentAgain = new CopyOnWriteArrayList<>();

    /** Called with what is sent to the retry queue in one call, after it was. */
    Consumer<List<DeliveryMessage>> afterSend = _ -> {};

    final List<Probe> probes = new ArrayList<>();

    /** How long the probe that was sent last is to wait. */
    Duration probeWait = Duration.ZERO;

    Instant now = START;
    Duration timeLeft = Duration.ofSeconds(30);

    /** What the receiver responds when it fails. */
    CapturedResponse response = new CapturedResponse(Optional.of("text/plain"), "out of order", false);

    /** The server at {@link #TOKEN_URL}. */
    Function<AttemptRequest, AttemptOutcome> authorizationServer = _ -> {
        throw new AssertionError("no webhook needs an access token");
    };

    /** What the receiver responds to an attempt, where a test says so; counted as one of {@link #attempts}. */
    @Nullable
    Function<AttemptRequest, AttemptOutcome> receiver;

    /** What a webhook with a destination sends to. */
    CustomerResources customerResource = (_, _, _) -> {
        throw new AssertionError("no webhook has a destination");
    };

    /** Whether the receiver does not respond at all when it fails. */
    boolean hangs;

    /** Whether the table of the captured responses can be written. */
    boolean keepsResponses = true;

    /** Runs while the next attempt waits for its turn at the host, for two seconds. */
    @Nullable
    Runnable whileItWaits;

    /** The URLs at whose hosts attempts had a turn. */
    final List<String> turns = new CopyOnWriteArrayList<>();

    final SenderDependencies ports;

    private final Backlog backlog = aws.backlog((body, reason) -> {
        throw new AssertionError(body + " cannot be read: " + reason);
    });
    private final PullQueue pullQueue = aws.pullQueue();
    private final IntPredicate succeeds;
    private final DeliveryProcessor processor;
    private final ProbeProcessor probeProcessor;

    /** @param succeeds whether the receiver responds with 200 to its n-th request, from 1; it responds with 500 otherwise */
    SenderFixture(IntPredicate succeeds) {
        this(succeeds, false);
    }

    /** @param verifiesReceivers whether the receiver has to return a challenge first, which it does when it succeeds */
    SenderFixture(IntPredicate succeeds, boolean verifiesReceivers) {
        this.succeeds = succeeds;
        register(activeWebhook());
        InstantSource time = () -> now;
        this.ports = new SenderDependencies(
                webhooks,
                new InMemoryDueWebhooks(webhooks),
                log,
                new Responses(),
                "Deliveries",
                aws.appointmentTurns(backlog),
                backlog,
                this::retry,
                (more, wait, _) -> {
                    probes.addAll(more);
                    probeWait = wait;
                },
                (_, _) -> {
                    throw new AssertionError("every message can be read");
                },
                MessageDelays.NONE,
                new Host(),
                (queue, owner, request) -> customerResource.send(queue, owner, request),
                aws.vault(),
                RetrySchedule.parse("PT10S,PT1M,PT5M,PT15M,PT30M,PT1H,PT2H,PT4H,PT6H", "PT24H"),
                CIRCUIT_BREAKER,
                Duration.ofSeconds(5),
                verifiesReceivers,
                Duration.ofDays(90),
                time.withZone(ZoneOffset.UTC),
                new Random(1),
                metrics);
        this.processor = new DeliveryProcessor(ports);
        this.probeProcessor = new ProbeProcessor(ports, processor);
    }

    /** Registers a webhook with a signing secret of its own. */
    void register(Webhook webhook) {
        Webhook sealed = Webhook.registered(
                webhook.account(),
                webhook.id(),
                webhook.key(),
                webhook.settings(),
                webhook.visible(),
                seal(1, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", webhook),
                START);
        webhooks.insert(webhook.isOrdered() ? sealed.ordered() : sealed);
    }

    /** The secret of a webhook as it is stored. */
    SealedSecret seal(int version, String secret, Webhook webhook) {
        return vault.seal(webhook.account(), webhook.id(), version, SigningSecret.of(secret));
    }

    static Webhook activeWebhook() {
        return Webhook.registered(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "sealed"),
                START);
    }

    /** The first message of an event of its own. */
    static DeliveryMessage first(int event) {
        return DeliveryMessage.first(
                activeWebhook(),
                new Event(
                        EventId.mint(START, new Random(event)),
                        "offer.accepted",
                        new ClinicId("cln_1"),
                        "{\"type\": \"offer.accepted\"}"),
                START);
    }

    void handle(DeliveryMessage message) {
        processor.handle(message, MessageOrigin.QUEUE, () -> timeLeft, processor.reads());
    }

    /** Handles a message with the webhook as it was read before this happened. */
    void handleAsReadBefore(Runnable happens, DeliveryMessage message) {
        SharedWebhookReads reads = processor.reads();
        reads.of(message.account(), message.webhook());
        happens.run();
        processor.handle(message, MessageOrigin.QUEUE, () -> timeLeft, reads);
    }

    /** Handles a message of the deliveries queue. */
    void handleFromDeliveries(DeliveryMessage message) {
        processor.handle(message, MessageOrigin.DELIVERIES_QUEUE, () -> timeLeft, processor.reads());
    }

    /** Handles a message that was received before. */
    void handleAgain(DeliveryMessage message) {
        processor.handle(message, MessageOrigin.QUEUE_AGAIN, () -> timeLeft, processor.reads());
    }

    /** Handles a message and all retries that follow, each at its time. */
    void handleToTheEnd(DeliveryMessage first) {
        handle(first);
        while (!retries.isEmpty()) {
            DeliveryMessage next = retries.removeFirst();
            now = next.notBefore().isAfter(now) ? next.notBefore() : now;
            handle(next);
        }
    }

    void closeCircuit() {
        write(health().withClosedCircuit(Optional.empty()));
    }

    void openCircuit() {
        write(health().withCircuit(new Circuit.Open(Duration.ofSeconds(10)), now));
    }

    void write(Health health) {
        if (!(webhooks.write(webhook(), new HealthChange(Rule.OPENED, health)) instanceof Written.Done)) {
            throw new AssertionError(health + " on " + webhook());
        }
    }

    /** Carries out a probe under the present lease. */
    void probe() {
        probe(health().dueAt().orElseThrow());
    }

    void probe(Instant lease) {
        probeProcessor.handle(
                new Probe(activeWebhook().account(), activeWebhook().id(), lease), () -> timeLeft);
    }

    /** Carries out a probe under the present lease, and those that follow it at once. */
    void probeToTheEnd() {
        probe();
        while (!probes.isEmpty()) {
            probe(probes.removeFirst().lease());
        }
    }

    /** The webhook as it is stored. */
    Webhook webhook() {
        return webhooks.find(activeWebhook().account(), activeWebhook().id()).orElseThrow();
    }

    Health health() {
        return webhook().health();
    }

    /** Changes the webhook as its owner or an operator would. */
    void change(UnaryOperator<Webhook> change) {
        webhooks.update(webhook(), change.apply(webhook()));
    }

    void moveWebhook() {
        change(row -> row.with(
                new WebhookSettings("https://hooks.example.org/", row.types(), row.clinic(), row.description()), now));
    }

    /** From now on the deliveries go there. */
    void moveWebhook(Destination destination) {
        change(row -> row.with(
                new WebhookSettings(
                        destination.resource().address(),
                        row.types(),
                        row.settings().clinics(),
                        row.description(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        PayloadStyle.FULL,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(destination.role()),
                        false,
                        Optional.empty(),
                        WebhookLabels.NONE),
                now));
    }

    /** From now on the webhook gets at most so many deliveries a second. */
    void limitTo(int maxPerSecond) {
        change(row -> row.with(
                new WebhookSettings(
                        row.url(),
                        row.types(),
                        row.settings().clinics(),
                        row.description(),
                        OptionalInt.of(maxPerSecond),
                        Optional.empty(),
                        PayloadStyle.FULL,
                        Optional.empty(),
                        false,
                        Optional.empty()),
                now));
    }

    /** A delivery in the log. */
    LoggedDelivery logged(DeliveryMessage message) {
        return log.find(message.webhook(), message.payload().id()).orElseThrow();
    }

    /** Adds a delivery to the backlog, as fan-out does. */
    void addToBacklog(DeliveryMessage message) {
        backlog.add(message, START);
    }

    /** The deliveries of the backlog, newest first. */
    List<DeliveryMessage> backlog() {
        return backlog.oldestAndNewest(webhook().id(), webhook().generation(), 100, true);
    }

    /** The deliveries that a consumer can pull. */
    List<WaitingDelivery> waiting() {
        return pullQueue.look(webhook().id(), webhook().generation(), 100, now).visible();
    }

    /** Takes a delivery for a minute, as a consumer does. */
    void take(WaitingDelivery waiting) {
        if (!pullQueue.take(waiting, waiting.pulled(now, now.plusSeconds(60)))) {
            throw new AssertionError("somebody else has " + waiting);
        }
    }

    private final class Host implements Receivers {
        @Override
        public Turn turn(AccountId account, String url) {
            turns.add(url);
            Runnable happens = whileItWaits;
            whileItWaits = null;
            if (happens != null) {
                happens.run();
                now = now.plusSeconds(2);
            }
            return () -> {};
        }

        @Override
        public AttemptOutcome attempt(AttemptRequest request) {
            if (request.url().equals(TOKEN_URL)) {
                return authorizationServer.apply(request);
            }
            Function<AttemptRequest, AttemptOutcome> own = receiver;
            if (own != null) {
                attempts.add(request);
                return own.apply(request);
            }
            AttemptOutcome failed = hangs
                    ? new AttemptOutcome(OutcomeClass.TIMEOUT, null, Duration.ofSeconds(5), null)
                    : new AttemptOutcome(OutcomeClass.STATUS, 500, Duration.ZERO, null);
            return succeeds.test(numberOf(request))
                    ? new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, Duration.ZERO, null)
                    : request.captures().keeps(failed) ? failed.with(response) : failed;
        }
    }

    private final class Responses implements CapturedResponseStore {
        @Override
        public void add(WebhookId webhook, SealedResponse response, Instant expiresAt) {
            if (!keepsResponses) {
                throw new IllegalStateException("the table cannot be written");
            }
            kept.add(webhook, response, expiresAt);
        }

        @Override
        public List<SealedResponse> of(WebhookId webhook, EventId event, Instant at) {
            throw new AssertionError("a sender reads no responses");
        }
    }

    /** Notes a request and numbers it, without giving two requests one number. */
    private synchronized int numberOf(AttemptRequest request) {
        attempts.add(request);
        return attempts.size();
    }

    private void retry(List<DeliveryMessage> messages, Duration delay, boolean receivedBefore) {
        if (delay.compareTo(MessageQueue.MAX_DELAY) > 0) {
            throw new AssertionError("a hop of " + delay);
        }
        retries.addAll(messages);
        afterSend.accept(messages);
        if (receivedBefore) {
            sentAgain.addAll(messages);
        }
    }
}
