package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.delivery.sender.Interleavings.Actor;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.circuit.ProbeQueue;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.testkit.memory.InMemoryBacklog;
import com.scheduleevents.testkit.memory.InMemoryDeliveryLog;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import com.scheduleevents.testkit.memory.PlaintextVault;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A model of a webhook with an open circuit whose receiver has recovered: one event in the backlog, others arriving, and several
 * probes. Time stands still. Messages stay on the queue until they are done.
 */
final class CircuitModel implements Interleavings.World {

    private static final Instant NOW = SenderWorld.START.plus(Duration.ofHours(1));
    private static final Instant LEASE = NOW.plusSeconds(60);
    private static final String SUSPENSION = "suspension";

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final InMemoryBacklog backlog = new InMemoryBacklog();
    private final DeliveryLog log = new InMemoryDeliveryLog();
    private final List<String> queue = new ArrayList<>();
    private final List<String> taken = new ArrayList<>();
    private final Set<String> received = new TreeSet<>();
    private final Set<String> delivered = new TreeSet<>();
    private final UnaryOperator<Backlog> observedBacklog;
    private final UnaryOperator<Webhook> resuming;
    private final int senders;
    private final int deaths;

    /**
     * @param senders the number of senders
     * @param arriving the number of events that arrive, besides the one in the backlog
     * @param checks the number of copies of the probe that is due
     * @param deaths the number of crashes
     * @param observedBacklog the backlog as the senders see it
     */
    CircuitModel(int senders, int arriving, int checks, int deaths, UnaryOperator<Backlog> observedBacklog) {
        this(senders, arriving, checks, deaths, observedBacklog, UnaryOperator.identity());
    }

    /**
     * A model with an operator who suspends and resumes the account.
     *
     * @param resuming how the operator resumes it
     */
    static CircuitModel withSuspension(
            int senders, int arriving, int checks, int deaths, UnaryOperator<Webhook> resuming) {
        CircuitModel model = new CircuitModel(senders, arriving, checks, deaths, UnaryOperator.identity(), resuming);
        model.queue.add(SUSPENSION);
        return model;
    }

    private CircuitModel(
            int senders,
            int arriving,
            int checks,
            int deaths,
            UnaryOperator<Backlog> observedBacklog,
            UnaryOperator<Webhook> resuming) {
        this.resuming = resuming;
        this.senders = senders;
        this.deaths = deaths;
        this.observedBacklog = observedBacklog;
        Webhook webhook = SenderWorld.activeWebhook();
        webhooks.insert(webhook);
        write(new HealthWrite.Opened(new OpenCircuit(1, Duration.ofSeconds(10)), LEASE));
        backlog.add(event(0), NOW.plusSeconds(9));
        IntStream.rangeClosed(1, arriving).forEach(n -> queue.add(MessageCodec.DELIVERY.write(event(n))));
        IntStream.range(0, checks)
                .forEach(_ -> queue.add(MessageCodec.PROBE.write(new Probe(webhook.account(), webhook.id(), LEASE))));
    }

    @Override
    public String state() {
        return health() + " " + webhooks.all().getFirst().version() + " " + count() + " " + queue.size()
                + queue.hashCode() + taken.hashCode() + received.hashCode() + delivered.hashCode();
    }

    @Override
    public boolean hasWork() {
        return queue.size() > taken.size();
    }

    @Override
    public List<String> actors() {
        return IntStream.range(0, senders).mapToObj(n -> "sender " + n).toList();
    }

    @Override
    public int deaths() {
        return deaths;
    }

    @Override
    public Runnable work(Actor actor) {
        List<String> waiting = new ArrayList<>(queue);
        taken.forEach(waiting::remove);
        String body = waiting.getFirst();
        taken.add(body);
        actor.does(body);
        Sending sending = new Sending((name, call) -> actor.step(name, call));
        return () -> {
            boolean again = !received.add(body);
            try {
                sending.handle(body, again);
                actorStep(actor, () -> queue.remove(body));
            } finally {
                taken.remove(body);
            }
        };
    }

    private static void actorStep(Actor actor, PortProxies.Call call) {
        try {
            actor.step("delete", call);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the clock and one sender in turn until nothing is due. */
    void settle() {
        Sending sending = new Sending((_, call) -> call.make());
        for (int rounds = 0; rounds < 20 && health().probeAt().isPresent(); rounds++) {
            Instant due = health().probeAt().orElseThrow();
            Instant lease = due.plusSeconds(120);
            write(new HealthWrite.Leased(due, lease));
            Webhook webhook = SenderWorld.activeWebhook();
            queue.add(MessageCodec.PROBE.write(new Probe(webhook.account(), webhook.id(), lease)));
            while (!queue.isEmpty()) {
                sending.handle(queue.removeFirst(), true);
            }
        }
    }

    /** The events, by number, that the receiver has. */
    Set<String> delivered() {
        return delivered;
    }

    int count() {
        return backlog.count(SenderWorld.activeWebhook().id(), Webhook.FIRST_GENERATION, 100);
    }

    Health health() {
        return webhooks.all().getFirst().health();
    }

    private void write(HealthWrite write) {
        Webhook webhook = SenderWorld.activeWebhook();
        if (webhooks.write(webhook.account(), webhook.id(), Webhook.FIRST_GENERATION, write)
                .isEmpty()) {
            throw new AssertionError(write + " on " + health());
        }
    }

    /** When an operator of this model resumes. */
    static Instant now() {
        return NOW;
    }

    private static DeliveryMessage event(int n) {
        return SenderWorld.message(SenderWorld.START.plusSeconds(n), n);
    }

    /** The real sender, whose calls are intercepted. */
    private final class Sending {

        private final WebhookStore store;
        private final DeliveryProcessor processor;
        private final BacklogDrainer drainer;

        Sending(PortProxies.Between between) {
            this.store = PortProxies.watched(WebhookStore.class, webhooks, between);
            SenderDependencies parts = new SenderDependencies(
                    store,
                    PortProxies.watched(DeliveryLog.class, log, onlyAppends(between)),
                    PortProxies.watched(Backlog.class, observedBacklog.apply(backlog), between),
                    new NoRetries(),
                    PortProxies.watched(
                            ProbeQueue.class,
                            checks -> checks.forEach(check -> queue.add(MessageCodec.PROBE.write(check))),
                            between),
                    (_, _) -> {},
                    (request, _) -> {
                        delivered.add(String.valueOf(request.headers().get("webhook-id")));
                        return Optional.of(new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, Duration.ZERO, null));
                    },
                    new PlaintextVault(),
                    RetrySchedule.parse("PT10S", "PT24H"),
                    SenderWorld.HOLDING,
                    // One attempt after the other, because an actor makes one step at a time.
                    1,
                    Duration.ofSeconds(5),
                    Duration.ofDays(90),
                    Clock.fixed(NOW, ZoneOffset.UTC),
                    // Constant, so that equal states are equal.
                    () -> 42L,
                    new InMemoryMetrics());
            this.processor = new DeliveryProcessor(parts);
            this.drainer = new BacklogDrainer(parts, processor);
        }

        private void change(UnaryOperator<Webhook> change) {
            boolean done = false;
            while (!done) {
                Webhook webhook = SenderWorld.activeWebhook();
                Webhook read = store.find(webhook.account(), webhook.id()).orElseThrow();
                Webhook changed = change.apply(read);
                done = changed.equals(read) || store.update(read, changed);
            }
        }

        void handle(String body, boolean receivedBefore) {
            if (body.equals(SUSPENSION)) {
                change(Webhook::asSuspended);
                change(resuming);
                return;
            }
            if (MessageCodec.PROBE.accepts(body)) {
                drainer.handle(MessageCodec.PROBE.read(body));
            } else {
                processor.handle(MessageCodec.DELIVERY.read(body), receivedBefore);
            }
        }
    }

    /** Reading the log and making an attempt are not visible to others; appending to the log is. */
    private static PortProxies.Between onlyAppends(PortProxies.Between between) {
        return (name, call) -> name.endsWith("append") ? between.call(name, call) : call.make();
    }

    private static final class NoRetries implements DeliveryQueue {
        @Override
        public void send(List<DeliveryMessage> messages) {
            throw new AssertionError("every attempt succeeds");
        }

        @Override
        public void send(DeliveryMessage message, Duration delay) {
            throw new AssertionError("every attempt succeeds");
        }
    }
}
