package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.delivery.sender.DeliveryResult.Attempted;
import com.scheduleevents.delivery.sender.DeliveryResult.Unattempted;
import com.scheduleevents.domain.circuit.BacklogDrain;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.circuit.CircuitBreaker.ProbeResult;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.Observation;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out a probe of a webhook that is due: attempts some deliveries of an open circuit, or moves the next step of a drain.
 * {@link CircuitBreaker} decides what to write. A probe may crash at any step, and two may run at once: each write requires the
 * lease that the probe was sent under, and the clock sends another probe when a lease has ended.
 */
final class ProbeProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeProcessor.class);

    private final SenderDependencies ports;
    private final DeliveryProcessor processor;
    private final BacklogDrainer drainer;
    private final BacklogWatch watch;

    ProbeProcessor(SenderDependencies ports, DeliveryProcessor processor) {
        this.ports = ports;
        this.processor = processor;
        this.drainer = new BacklogDrainer(ports);
        this.watch = new BacklogWatch(ports);
    }

    /**
     * Carries out a probe.
     *
     * @param timeLeft until the function is ended
     * @throws UnreadableRow when the row cannot be read; the next probe comes after the window of the retry schedule
     * @throws RuntimeException when the probe has to be delivered again
     */
    void handle(Probe probe, Supplier<Duration> timeLeft) {
        SharedWebhookReads reads = processor.reads();
        Optional<Webhook> due = read(probe, reads).filter(Webhook::isActive);
        Optional<Instant> taken = due.map(Webhook::health).flatMap(health -> health.leaseOf(probe.lease(), now())
                // Postponed by this probe, whose message was redriven once the row was repaired.
                .or(() -> health.dueAt().filter(postponed(probe)::equals)));
        if (due.isEmpty() || taken.isEmpty()) {
            LOG.info(
                    "dropped a probe of {}: another probe was faster",
                    probe.webhook().value());
            return;
        }
        Webhook webhook = due.get();
        Instant lease = taken.get();
        if (webhook.suspended()) {
            look(webhook, lease);
            return;
        }
        switch (webhook.health().circuit()) {
            case Circuit.Open _, Circuit.HalfOpen _ -> attemptBacklog(webhook, lease, timeLeft, reads);
            case Circuit.Draining drain -> drain(webhook, drain, lease, timeLeft);
            case Circuit.Closed _ -> lookAgain(webhook, lease);
            case Circuit.Pulled _ -> look(webhook, lease);
        }
    }

    /**
     * A row that cannot be read stays due, and the clock would send a probe after each lease: 720 dead-letter messages
     * a day. One a day is enough to be noticed. The time is computed from the lease, so a probe that crashed in
     * between and one that was delivered twice find their own write; a probe of another lease is dropped like any
     * other.
     */
    private Optional<Webhook> read(Probe probe, SharedWebhookReads reads) {
        try {
            return reads.of(probe.account(), probe.webhook()).webhook();
        } catch (UnreadableRow unreadable) {
            DueWebhook leased = new DueWebhook(probe.account(), probe.webhook(), probe.lease());
            if (ports.due().lease(leased, postponed(probe))) {
                throw unreadable;
            }
            return Optional.empty();
        }
    }

    private Instant postponed(Probe probe) {
        return probe.lease().plus(ports.schedule().window());
    }

    private void attemptBacklog(Webhook webhook, Instant lease, Supplier<Duration> timeLeft, SharedWebhookReads reads) {
        Optional<DeliveryMessage> longest = watch.longest(webhook, watch.oldest(webhook, 1));
        if (watch.disables(webhook, longest)) {
            return;
        }
        // One delivery: the milliseconds of the lease choose between the oldest and the newest.
        boolean newestFirst = lease.toEpochMilli() % 2 == 0;
        int most = atMost(
                webhook, CircuitBreaker.deliveriesOfProbe(webhook.health().circuit()));
        List<DeliveryMessage> deliveries =
                ports.backlog().oldestAndNewest(webhook.id(), webhook.generation(), most, newestFirst);
        if (deliveries.isEmpty()) {
            change(webhook, lease, longest, health -> ports.circuitBreaker()
                            .afterEmptyProbe(health, lease, now(), ports.random()))
                    .filter(change -> change.rule() == Rule.CLOSED)
                    .ifPresent(closed -> lookAgain(webhook.with(closed.health()), lease(closed)));
            return;
        }
        ProbeResult result = attempt(deliveries, timeLeft, reads);
        LOG.info(
                "attempted {} of the backlog of {}, {} successfully",
                result.attempted() - result.faults(),
                webhook.id().value(),
                result.succeeded());
        change(webhook, lease, longest, health -> ports.circuitBreaker()
                        .afterProbe(health, lease, result, now(), ports.random()))
                .filter(change -> change.rule() != Rule.PROBE_FAILED)
                .ifPresent(change -> probeAgain(webhook, change, spacing(webhook)));
    }

    private void drain(Webhook webhook, Circuit.Draining drain, Instant lease, Supplier<Duration> timeLeft) {
        Instant begun = now();
        int most = ports.circuitBreaker()
                .drain()
                .deliveriesOfStep(drain, lease, webhook.settings().maxPerSecond(), begun);
        List<DeliveryMessage> oldest = watch.oldest(webhook, most);
        Optional<DeliveryMessage> longest = watch.longest(webhook, oldest);
        if (watch.disables(webhook, longest)) {
            return;
        }
        if (!oldest.isEmpty()) {
            drainer.move(oldest, timeLeft);
            change(webhook, lease, longest, health -> ports.circuitBreaker()
                            .drain()
                            .afterStep(health, lease, begun))
                    .ifPresent(change -> probeAgain(webhook, change, BacklogDrain.INTERVAL));
            return;
        }
        change(webhook, lease, longest, health -> ports.circuitBreaker().drain().afterEnd(health, lease, now()))
                .ifPresent(ended -> lookAgain(webhook.with(ended.health()), lease(ended)));
    }

    /** A delivery may have been added to the backlog while the drain ended; the next one begins then. */
    private void lookAgain(Webhook webhook, Instant lease) {
        List<DeliveryMessage> found = watch.oldest(webhook, 1);
        change(webhook, lease, watch.longest(webhook, found), health -> ports.circuitBreaker()
                        .drain()
                        .afterLook(health, lease, !found.isEmpty(), now()))
                .filter(change -> change.rule() == Rule.DRAIN_STARTED)
                .ifPresent(change -> probeAgain(webhook, change, Duration.ZERO));
    }

    /** Looks at the backlog of a webhook that is pulled, or whose account is suspended. */
    private void look(Webhook webhook, Instant lease) {
        Optional<DeliveryMessage> longest = watch.longest(webhook, watch.oldest(webhook, 1));
        if (!watch.disables(webhook, longest)) {
            ports.webhooks().change(webhook, health -> ports.waitLimits(webhook)
                    .afterLook(health, lease, longest, now())
                    .map(change -> change.probed(lease)));
        }
    }

    private ProbeResult attempt(
            List<DeliveryMessage> deliveries, Supplier<Duration> timeLeft, SharedWebhookReads reads) {
        Function<DeliveryMessage, DeliveryResult> attempt =
                InvocationLogContext.carriedOver(message -> attempt(message, timeLeft, reads));
        List<Future<DeliveryResult>> running;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            running = deliveries.stream()
                    .map(message -> threads.submit(() -> attempt.apply(message)))
                    .toList();
        }
        List<DeliveryResult> attempted = running.stream()
                .map(ProbeProcessor::result)
                .filter(result -> result instanceof Attempted || result == Unattempted.FAULT)
                .toList();
        List<Observation> seen = attempted.stream()
                .flatMap(result -> result instanceof Attempted made ? made.seen().stream() : Stream.empty())
                .toList();
        ports.metrics().add(Metric.BACKLOG_ATTEMPTED, attempted.size());
        int faults = Math.toIntExact(
                attempted.stream().filter(Unattempted.FAULT::equals).count());
        return new ProbeResult(attempted.size(), faults, seen);
    }

    /** A delivery that could not be handled stays in the backlog. */
    private static DeliveryResult result(Future<DeliveryResult> attempt) {
        try {
            return attempt.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            LOG.error("a delivery of the backlog could not be attempted and stays there: {}", ExceptionSummary.of(e));
            return Unattempted.FAULT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a probe, which will be delivered again", e);
        }
    }

    /**
     * The attempt is logged before the delivery leaves the backlog: after a crash in between, the next probe finds the attempt in the
     * log.
     */
    private DeliveryResult attempt(DeliveryMessage message, Supplier<Duration> timeLeft, SharedWebhookReads reads) {
        DeliveryResult result = processor.attemptFromBacklog(message, timeLeft, reads);
        if (result != Unattempted.IN_BACKLOG && result != Unattempted.NO_TIME) {
            ports.backlog().remove(message);
        }
        return result;
    }

    /** So many deliveries, or as many as the webhook gets in a second. */
    private static int atMost(Webhook webhook, int deliveries) {
        return Math.min(deliveries, webhook.settings().maxPerSecond().orElse(deliveries));
    }

    /** Only a webhook that gets so many a second has to wait for the next second. */
    private static Duration spacing(Webhook webhook) {
        return webhook.settings().maxPerSecond().isPresent() ? BacklogDrain.INTERVAL : Duration.ZERO;
    }

    /** In one write with what the owner has to be told of the delivery that has waited the longest. */
    private Optional<HealthChange> change(
            Webhook webhook,
            Instant lease,
            Optional<DeliveryMessage> longest,
            Function<Health, Optional<HealthChange>> rule) {
        return ports.webhooks().change(webhook, health -> rule.apply(health)
                .map(change ->
                        ports.waitLimits(webhook).after(change, longest, now()).probed(lease)));
    }

    private void probeAgain(Webhook webhook, HealthChange change, Duration delay) {
        ports.probes().send(List.of(new Probe(webhook.account(), webhook.id(), lease(change))), delay);
    }

    private static Instant lease(HealthChange change) {
        return change.health().dueAt().orElseThrow();
    }

    private Instant now() {
        return ports.clock().instant();
    }
}
