package com.scheduleevents.delivery.clock;

import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhooks;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.circuit.ProbeQueue;
import com.scheduleevents.domain.error.ExceptionSummary;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases each webhook that is due, then sends its check under that lease. The shards are swept side by side, each as a stream,
 * so that thousands take no more memory than a few. A crash between lease and check is healed when the lease is over; what
 * fails for one webhook keeps no other from being taken.
 */
final class ProbeScheduler {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeScheduler.class);

    /** So many of one shard are leased at once, and so many checks travel in one call of the queue. */
    private static final int SIDE_BY_SIDE = 10;

    private final DueWebhooks webhooks;
    private final ProbeQueue checks;
    private final Clock clock;
    private final Duration lease;

    /**
     * @param lease how long a probe may take
     */
    ProbeScheduler(DueWebhooks webhooks, ProbeQueue checks, Clock clock, Duration lease) {
        this.webhooks = webhooks;
        this.checks = checks;
        this.clock = clock;
        this.lease = lease;
    }

    /**
     * Sweeps all shards.
     *
     * @param stop from then on nothing new is leased; what is left stays due
     */
    SweepResult until(Instant stop) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<SweepResult>> shards = IntStream.range(0, DueWebhooks.SHARDS)
                    .mapToObj(shard -> threads.submit(() -> shard(shard, stop)))
                    .toList();
            return shards.stream().map(ProbeScheduler::outcome).reduce(SweepResult.NOTHING, SweepResult::plus);
        }
    }

    private SweepResult shard(int shard, Instant stop) {
        try (Stream<DueWebhook> due = webhooks.due(shard, clock.instant())) {
            return due.takeWhile(_ -> clock.instant().isBefore(stop))
                    .gather(Gatherers.mapConcurrent(SIDE_BY_SIDE, this::lease))
                    .gather(Gatherers.windowFixed(SIDE_BY_SIDE))
                    .map(this::send)
                    .reduce(SweepResult.NOTHING, SweepResult::plus);
        }
    }

    private Leased lease(DueWebhook due) {
        Instant until = clock.instant().plus(lease).truncatedTo(ChronoUnit.MILLIS);
        try {
            return webhooks.lease(due, until)
                    ? new Leased.Ours(new Probe(due.account(), due.webhook(), until))
                    : new Leased.Others();
        } catch (RuntimeException e) {
            LOG.error("{} could not be leased and stays due: {}", due.webhook().value(), ExceptionSummary.of(e));
            return new Leased.Failed();
        }
    }

    private SweepResult send(List<Leased> leased) {
        List<Probe> ours = leased.stream()
                .filter(Leased.Ours.class::isInstance)
                .map(one -> ((Leased.Ours) one).check())
                .toList();
        int others = count(leased, Leased.Others.class);
        int failed = count(leased, Leased.Failed.class);
        try {
            checks.send(ours);
            return new SweepResult(ours.size(), others, failed, 0, 0);
        } catch (RuntimeException e) {
            LOG.error(
                    "{} checks may not have been sent and are due again in {}: {}",
                    ours.size(),
                    lease,
                    ExceptionSummary.of(e));
            return new SweepResult(0, others, failed, ours.size(), 0);
        }
    }

    private static int count(List<Leased> leased, Class<? extends Leased> kind) {
        return Math.toIntExact(leased.stream().filter(kind::isInstance).count());
    }

    private static SweepResult outcome(Future<SweepResult> shard) {
        try {
            return shard.get();
        } catch (ExecutionException e) {
            LOG.error("a shard could not be read to its end: {}", ExceptionSummary.of(e));
            return SweepResult.UNREAD_SHARD;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return SweepResult.UNREAD_SHARD;
        }
    }

    /** What came of the wish to lease one. */
    private sealed interface Leased {
        record Ours(Probe check) implements Leased {}

        record Others() implements Leased {}

        record Failed() implements Leased {}
    }
}
