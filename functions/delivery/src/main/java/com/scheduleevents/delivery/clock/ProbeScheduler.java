package com.scheduleevents.delivery.clock;

import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.queue.MessageQueue;
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
 * Leases each webhook that is due, then queues a probe under that lease. The shards are processed concurrently, each as a stream, so
 * that memory use does not depend on the number of webhooks. After a crash between the two steps the webhook is due again when
 * the lease ends. A failure for one webhook does not affect the others.
 */
final class ProbeScheduler {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeScheduler.class);

    /** How many webhooks of a shard are leased concurrently, and how many probes are queued in one call: the most that SQS takes. */
    private static final int CONCURRENCY = 10;

    private final DueWebhookIndex webhooks;
    private final MessageQueue<Probe> probes;
    private final Clock clock;
    private final Duration lease;

    /** @param lease how long a probe may take */
    ProbeScheduler(DueWebhookIndex webhooks, MessageQueue<Probe> probes, Clock clock, Duration lease) {
        this.webhooks = webhooks;
        this.probes = probes;
        this.clock = clock;
        this.lease = lease;
    }

    /**
     * Queues the probes that are due in all shards.
     *
     * @param stop no webhook is leased after this time; the remaining ones stay due
     */
    SweepResult queueProbes(Instant stop) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<SweepResult>> shards = IntStream.range(0, DueWebhookIndex.SHARDS)
                    .mapToObj(shard -> threads.submit(() -> shard(shard, stop)))
                    .toList();
            return shards.stream().map(ProbeScheduler::outcome).reduce(SweepResult.NOTHING, SweepResult::plus);
        }
    }

    private SweepResult shard(int shard, Instant stop) {
        try (Stream<DueWebhook> due = webhooks.due(shard, clock.instant())) {
            return due.takeWhile(_ -> clock.instant().isBefore(stop))
                    .gather(Gatherers.mapConcurrent(CONCURRENCY, this::lease))
                    .gather(Gatherers.windowFixed(CONCURRENCY))
                    .map(this::send)
                    .reduce(SweepResult.NOTHING, SweepResult::plus);
        }
    }

    private LeaseResult lease(DueWebhook due) {
        Instant until = clock.instant().plus(lease).truncatedTo(ChronoUnit.MILLIS);
        try {
            return webhooks.lease(due, until)
                    ? new LeaseResult.Taken(new Probe(due.account(), due.webhook(), until))
                    : new LeaseResult.TakenElsewhere();
        } catch (RuntimeException e) {
            LOG.error("{} could not be leased and stays due: {}", due.webhook().value(), ExceptionSummary.of(e));
            return new LeaseResult.Failed();
        }
    }

    private SweepResult send(List<LeaseResult> leased) {
        List<Probe> ours = leased.stream()
                .filter(LeaseResult.Taken.class::isInstance)
                .map(one -> ((LeaseResult.Taken) one).probe())
                .toList();
        int elsewhere = count(leased, LeaseResult.TakenElsewhere.class);
        int failed = count(leased, LeaseResult.Failed.class);
        try {
            probes.send(ours);
            return new SweepResult(ours.size(), elsewhere, failed, 0, 0);
        } catch (RuntimeException e) {
            LOG.error(
                    "{} probes may not have been queued and are due again in {}: {}",
                    ours.size(),
                    lease,
                    ExceptionSummary.of(e));
            return new SweepResult(0, elsewhere, failed, ours.size(), 0);
        }
    }

    private static int count(List<LeaseResult> leased, Class<? extends LeaseResult> kind) {
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

    /** The result of leasing one webhook. */
    private sealed interface LeaseResult {
        record Taken(Probe probe) implements LeaseResult {}

        record TakenElsewhere() implements LeaseResult {}

        record Failed() implements LeaseResult {}
    }
}
