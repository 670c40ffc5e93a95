package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.circuit.CircuitBreaker.ProbeResult;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out a probe: looks at a webhook that is due, warns its owner, and releases what is in the backlog. What to write is decided
 * by {@link CircuitBreaker}. A probe may die at any step, and two may run side by side: each write requires the lease that the probe
 * was sent under, and the clock sends another when a lease is over.
 */
final class BacklogDrainer {

    private static final Logger LOG = LoggerFactory.getLogger(BacklogDrainer.class);

    /** A probe of a receiver that hangs goes on for so many time-outs, and one more: what template.yaml's figures allow. */
    private static final int TIMEOUTS = 2;

    private final SenderDependencies parts;
    private final DeliveryProcessor courier;

    BacklogDrainer(SenderDependencies parts, DeliveryProcessor courier) {
        this.parts = parts;
        this.courier = courier;
    }

    /**
     * Carries out a probe.
     *
     * @throws RuntimeException when it has to come again
     */
    void handle(Probe check) {
        Optional<Webhook> due = parts.webhooks()
                .find(check.account(), check.webhook())
                .filter(Webhook::isActive)
                .filter(webhook -> webhook.health().probeAt().equals(Optional.of(check.lease())));
        if (due.isEmpty()) {
            LOG.info(
                    "dropped a check of {}: somebody looked since",
                    check.webhook().value());
            return;
        }
        Webhook webhook = due.get();
        Health health = warned(webhook);
        if (health.circuit().isPresent()) {
            release(webhook.with(health), health.circuit().get(), check.lease());
        } else {
            lookAgain(webhook.with(health), check.lease());
        }
    }

    private Health warned(Webhook webhook) {
        return parts.circuitBreaker()
                .warning(webhook.health(), now())
                .flatMap(warning -> write(webhook, warning))
                .orElse(webhook.health());
    }

    private void release(Webhook webhook, OpenCircuit circuit, Instant lease) {
        // At a pace of one it is the lease's milliseconds that choose between the oldest and the newest.
        boolean newestFirst = lease.toEpochMilli() % 2 == 0;
        List<DeliveryMessage> some =
                parts.backlog().oldestAndNewest(webhook.id(), webhook.generation(), circuit.pace(), newestFirst);
        if (some.isEmpty()) {
            close(webhook, lease);
            return;
        }
        ProbeResult released = attempt(some);
        HealthWrite.Paced paced = parts.circuitBreaker().afterProbe(lease, circuit, released, now(), parts.random());
        LOG.info("released {} of {}: {}", some.size(), webhook.id().value(), released);
        if (write(webhook, paced).isPresent() && released != ProbeResult.ALL_FAILED) {
            lookSoon(webhook, paced.probeAt());
        }
    }

    private void close(Webhook webhook, Instant lease) {
        HealthWrite.Closed closing = parts.circuitBreaker().closing(lease, webhook.health(), now());
        write(webhook, closing).ifPresent(closed -> lookAgain(webhook.with(closed), closing.probeAt()));
    }

    private void lookAgain(Webhook webhook, Instant lease) {
        boolean found = parts.backlog().anyOf(webhook.id(), webhook.generation());
        HealthWrite looked = parts.circuitBreaker().afterSecondLook(lease, webhook.health(), found, now());
        if (write(webhook, looked).isPresent() && looked instanceof HealthWrite.Reopened reopened) {
            lookSoon(webhook, reopened.probeAt());
        }
    }

    private ProbeResult attempt(List<DeliveryMessage> some) {
        List<Future<DeliveryResult>> running = new ArrayList<>();
        Instant last = now().plus(parts.receiverTimeout().multipliedBy(TIMEOUTS));
        // No more at a time than one host may be called: the others would only wait, and die with the function's
        // time-out.
        try (ExecutorService threads = Executors.newFixedThreadPool(
                parts.attemptsPerHost(), Thread.ofVirtual().factory())) {
            some.forEach(message ->
                    running.add(threads.submit(InvocationLogContext.carriedOver(() -> release(message, last)))));
        }
        List<DeliveryResult> handled =
                running.stream().map(BacklogDrainer::handled).toList();
        parts.metrics()
                .add(
                        Metric.BACKLOG_ATTEMPTED,
                        handled.stream().filter(DeliveryResult::isDone).count());
        if (handled.contains(DeliveryResult.SUCCEEDED)) {
            return ProbeResult.ONE_SUCCEEDED;
        }
        return handled.contains(DeliveryResult.FAILED) ? ProbeResult.ALL_FAILED : ProbeResult.NONE_ATTEMPTED;
    }

    /**
     * Logged first, then no longer kept: who dies in between is found by the next release, which reads the log.
     *
     * @param last from then on it stays in the backlog for the next check
     */
    private DeliveryResult release(DeliveryMessage message, Instant last) {
        if (now().isAfter(last)) {
            return DeliveryResult.KEPT;
        }
        DeliveryResult handled = courier.release(message);
        if (handled != DeliveryResult.ADDED_TO_BACKLOG) {
            parts.backlog().remove(message);
        }
        return handled;
    }

    /** What could not be handled stays in the backlog, and counts as failed, so that it is not tried over and over at once. */
    private static DeliveryResult handled(Future<DeliveryResult> release) {
        try {
            return release.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            LOG.error("a parked delivery could not be released and stays parked: {}", ExceptionSummary.of(e));
            return DeliveryResult.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while releasing; the check comes again", e);
        }
    }

    private void lookSoon(Webhook webhook, Instant lease) {
        parts.checks().send(List.of(new Probe(webhook.account(), webhook.id(), lease)));
    }

    private Optional<Health> write(Webhook webhook, HealthWrite write) {
        return parts.webhooks().write(webhook.account(), webhook.id(), webhook.generation(), write);
    }

    private Instant now() {
        return parts.clock().instant();
    }
}
