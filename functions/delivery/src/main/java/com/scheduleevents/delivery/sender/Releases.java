package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.LoggedRequest;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.error.Trace;
import com.scheduleevents.domain.holding.Check;
import com.scheduleevents.domain.holding.Holding;
import com.scheduleevents.domain.holding.Holding.Released;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.Hold;
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
 * Carries out a check: looks at a webhook that is due, warns its owner, and releases what is parked. What to write is decided
 * by {@link Holding}. A check may die at any step, and two may run side by side: each write requires the lease that the check
 * was sent under, and the clock sends another when a lease is over.
 */
final class Releases {

    private static final Logger LOG = LoggerFactory.getLogger(Releases.class);

    /** A check of a receiver that hangs goes on for so many time-outs, and one more: what template.yaml's figures allow. */
    private static final int TIMEOUTS = 2;

    private final SenderParts parts;
    private final Courier courier;

    Releases(SenderParts parts, Courier courier) {
        this.parts = parts;
        this.courier = courier;
    }

    /**
     * Carries out a check.
     *
     * @throws RuntimeException when it has to come again
     */
    void handle(Check check) {
        Optional<Webhook> due = parts.webhooks()
                .find(check.account(), check.webhook())
                .filter(Webhook::isActive)
                .filter(webhook -> webhook.health().dueAt().equals(Optional.of(check.lease())));
        if (due.isEmpty()) {
            LOG.info(
                    "dropped a check of {}: somebody looked since",
                    check.webhook().value());
            return;
        }
        Webhook webhook = due.get();
        Health health = warned(webhook);
        if (health.hold().isPresent()) {
            release(webhook.with(health), health.hold().get(), check.lease());
        } else {
            lookAgain(webhook.with(health), check.lease());
        }
    }

    private Health warned(Webhook webhook) {
        return parts.holding()
                .warning(webhook.health(), now())
                .flatMap(warning -> write(webhook, warning))
                .orElse(webhook.health());
    }

    private void release(Webhook webhook, Hold hold, Instant lease) {
        // At a pace of one it is the lease's milliseconds that choose between the oldest and the newest.
        boolean newestFirst = lease.toEpochMilli() % 2 == 0;
        List<DeliveryMessage> some =
                parts.parked().oldestAndNewest(webhook.id(), webhook.term(), hold.pace(), newestFirst);
        if (some.isEmpty()) {
            close(webhook, lease);
            return;
        }
        Released released = attempt(some);
        HealthWrite.Paced paced = parts.holding().afterRelease(lease, hold, released, now(), parts.random());
        LOG.info("released {} of {}: {}", some.size(), webhook.id().value(), released);
        if (write(webhook, paced).isPresent() && released != Released.ALL_FAILED) {
            lookSoon(webhook, paced.dueAt());
        }
    }

    private void close(Webhook webhook, Instant lease) {
        HealthWrite.Closed closing = parts.holding().closing(lease, webhook.health(), now());
        write(webhook, closing).ifPresent(closed -> lookAgain(webhook.with(closed), closing.dueAt()));
    }

    private void lookAgain(Webhook webhook, Instant lease) {
        boolean found = parts.parked().anyOf(webhook.id(), webhook.term());
        HealthWrite looked = parts.holding().afterSecondLook(lease, webhook.health(), found, now());
        if (write(webhook, looked).isPresent() && looked instanceof HealthWrite.Reopened reopened) {
            lookSoon(webhook, reopened.dueAt());
        }
    }

    private Released attempt(List<DeliveryMessage> some) {
        List<Future<Handled>> running = new ArrayList<>();
        Instant last = now().plus(parts.receiverTimeout().multipliedBy(TIMEOUTS));
        // No more at a time than one host may be called: the others would only wait, and die with the function's
        // time-out.
        try (ExecutorService threads = Executors.newFixedThreadPool(
                parts.attemptsPerHost(), Thread.ofVirtual().factory())) {
            some.forEach(
                    message -> running.add(threads.submit(LoggedRequest.carriedOver(() -> release(message, last)))));
        }
        List<Handled> handled = running.stream().map(Releases::handled).toList();
        parts.metrics()
                .add(
                        Metric.DELIVERIES_RELEASED,
                        handled.stream().filter(Handled::isDone).count());
        if (handled.contains(Handled.SUCCEEDED)) {
            return Released.ONE_SUCCEEDED;
        }
        return handled.contains(Handled.FAILED) ? Released.ALL_FAILED : Released.NONE_ATTEMPTED;
    }

    /**
     * Logged first, then no longer kept: who dies in between is found by the next release, which reads the log.
     *
     * @param last from then on it stays parked for the next check
     */
    private Handled release(DeliveryMessage message, Instant last) {
        if (now().isAfter(last)) {
            return Handled.KEPT;
        }
        Handled handled = courier.release(message);
        if (handled != Handled.PARKED) {
            parts.parked().remove(message);
        }
        return handled;
    }

    /** What could not be handled stays parked, and counts as failed, so that it is not tried over and over at once. */
    private static Handled handled(Future<Handled> release) {
        try {
            return release.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            LOG.error("a parked delivery could not be released and stays parked: {}", Trace.of(e));
            return Handled.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while releasing; the check comes again", e);
        }
    }

    private void lookSoon(Webhook webhook, Instant lease) {
        parts.checks().send(List.of(new Check(webhook.account(), webhook.id(), lease)));
    }

    private Optional<Health> write(Webhook webhook, HealthWrite write) {
        return parts.webhooks().write(webhook.account(), webhook.id(), webhook.term(), write);
    }

    private Instant now() {
        return parts.clock().instant();
    }
}
