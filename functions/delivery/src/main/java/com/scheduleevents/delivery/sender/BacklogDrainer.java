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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out a probe: reads a webhook that is due, warns its owner and attempts some deliveries of its backlog.
 * {@link CircuitBreaker} decides what to write. A probe may crash at any step, and two may run at once: each write requires the
 * lease that the probe was sent under, and the clock sends another probe when a lease has ended.
 */
final class BacklogDrainer {

    private static final Logger LOG = LoggerFactory.getLogger(BacklogDrainer.class);

    /** After this many receiver time-outs no further attempt begins; see the arithmetic of the sender in template.yaml. */
    private static final int TIMEOUTS = 2;

    private final SenderDependencies ports;
    private final DeliveryProcessor processor;

    BacklogDrainer(SenderDependencies ports, DeliveryProcessor processor) {
        this.ports = ports;
        this.processor = processor;
    }

    /**
     * Carries out a probe.
     *
     * @throws RuntimeException when the probe has to be delivered again
     */
    void handle(Probe probe) {
        Optional<Webhook> due = ports.webhooks()
                .find(probe.account(), probe.webhook())
                .filter(Webhook::isActive)
                .filter(webhook -> webhook.health().probeAt().equals(Optional.of(probe.lease())));
        if (due.isEmpty()) {
            LOG.info(
                    "dropped a probe of {}: another probe was faster",
                    probe.webhook().value());
            return;
        }
        Webhook webhook = due.get();
        Health health = warnOwner(webhook);
        if (health.circuit().isPresent()) {
            attemptBacklog(webhook.with(health), health.circuit().get(), probe.lease());
        } else {
            checkBacklog(webhook.with(health), probe.lease());
        }
    }

    private Health warnOwner(Webhook webhook) {
        return ports.circuitBreaker()
                .warning(webhook.health(), now())
                .flatMap(warning -> write(webhook, warning))
                .orElse(webhook.health());
    }

    private void attemptBacklog(Webhook webhook, OpenCircuit circuit, Instant lease) {
        // At a pace of one, the milliseconds of the lease choose between the oldest and the newest delivery.
        boolean newestFirst = lease.toEpochMilli() % 2 == 0;
        List<DeliveryMessage> deliveries =
                ports.backlog().oldestAndNewest(webhook.id(), webhook.generation(), circuit.pace(), newestFirst);
        if (deliveries.isEmpty()) {
            closeCircuit(webhook, lease);
            return;
        }
        ProbeResult result = attempt(deliveries);
        HealthWrite.Paced paced = ports.circuitBreaker().afterProbe(lease, circuit, result, now(), ports.random());
        LOG.info(
                "attempted {} of the backlog of {}: {}",
                deliveries.size(),
                webhook.id().value(),
                result);
        if (write(webhook, paced).isPresent() && result != ProbeResult.ALL_FAILED) {
            probeAgain(webhook, paced.probeAt());
        }
    }

    private void closeCircuit(Webhook webhook, Instant lease) {
        HealthWrite.Closed closing = ports.circuitBreaker().closing(lease, webhook.health(), now());
        write(webhook, closing).ifPresent(closed -> checkBacklog(webhook.with(closed), closing.probeAt()));
    }

    /** A delivery may have been added to the backlog while the circuit was closing; the circuit then opens again. */
    private void checkBacklog(Webhook webhook, Instant lease) {
        boolean found = ports.backlog().anyOf(webhook.id(), webhook.generation());
        HealthWrite looked = ports.circuitBreaker().afterSecondLook(lease, webhook.health(), found, now());
        if (write(webhook, looked).isPresent() && looked instanceof HealthWrite.Reopened reopened) {
            probeAgain(webhook, reopened.probeAt());
        }
    }

    private ProbeResult attempt(List<DeliveryMessage> deliveries) {
        Instant stop = now().plus(ports.receiverTimeout().multipliedBy(TIMEOUTS));
        // More than one host may be attempted with at a time would only wait for each other until the function times
        // out.
        Function<DeliveryMessage, DeliveryResult> attempt =
                InvocationLogContext.carriedOver(message -> attempt(message, stop));
        List<Future<DeliveryResult>> running;
        try (ExecutorService threads = Executors.newFixedThreadPool(
                ports.attemptsPerHost(), Thread.ofVirtual().factory())) {
            running = deliveries.stream()
                    .map(message -> threads.submit(() -> attempt.apply(message)))
                    .toList();
        }
        List<DeliveryResult> results =
                running.stream().map(BacklogDrainer::result).toList();
        ports.metrics()
                .add(
                        Metric.BACKLOG_ATTEMPTED,
                        results.stream().filter(DeliveryResult::isDone).count());
        if (results.contains(DeliveryResult.SUCCEEDED)) {
            return ProbeResult.ONE_SUCCEEDED;
        }
        return results.contains(DeliveryResult.FAILED) ? ProbeResult.ALL_FAILED : ProbeResult.NONE_ATTEMPTED;
    }

    /** A delivery that could not be handled stays in the backlog and counts as failed, so that it is not retried at once. */
    private static DeliveryResult result(Future<DeliveryResult> attempt) {
        try {
            return attempt.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            LOG.error("a delivery of the backlog could not be attempted and stays there: {}", ExceptionSummary.of(e));
            return DeliveryResult.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a probe, which will be delivered again", e);
        }
    }

    /**
     * The attempt is logged before the delivery leaves the backlog: after a crash in between, the next probe finds the attempt in the
     * log.
     *
     * @param stop after this time the delivery stays in the backlog for the next probe
     */
    private DeliveryResult attempt(DeliveryMessage message, Instant stop) {
        if (now().isAfter(stop)) {
            return DeliveryResult.QUEUED;
        }
        DeliveryResult result = processor.attemptFromBacklog(message);
        if (result != DeliveryResult.IN_BACKLOG) {
            ports.backlog().remove(message);
        }
        return result;
    }

    private void probeAgain(Webhook webhook, Instant lease) {
        ports.probes().send(List.of(new Probe(webhook.account(), webhook.id(), lease)));
    }

    private Optional<Health> write(Webhook webhook, HealthWrite write) {
        return ports.webhooks().write(webhook.account(), webhook.id(), webhook.generation(), write);
    }

    private Instant now() {
        return ports.clock().instant();
    }
}
