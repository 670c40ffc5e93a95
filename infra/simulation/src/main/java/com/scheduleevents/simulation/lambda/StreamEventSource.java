package com.scheduleevents.simulation.lambda;

import com.scheduleevents.simulation.dynamodb.StreamShard;
import com.scheduleevents.simulation.dynamodb.TableStream;
import com.scheduleevents.simulation.faults.CallSite;
import com.scheduleevents.simulation.faults.FaultInjector;
import com.scheduleevents.simulation.time.Scheduler;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Invokes a function with the changes of a table (AWS Lambda Developer Guide, "Using Lambda with Amazon DynamoDB"): the changes of
 * one item one after the other, a shard's only when its parent's are done with.
 */
public final class StreamEventSource {

    private final Settings settings;
    private final Scheduler scheduler;
    private final TableStream stream;
    private final RandomGenerator random;
    private final SimulatedStreamBatches batches;

    private final Set<StreamShard> begun = new HashSet<>();
    private final Set<StreamShard> ended = new HashSet<>();

    /**
     * How changes are handed over.
     *
     * @param batchSize how many changes at most
     * @param window how long a batch is waited for to fill
     * @param parallelizationFactor how many batches of one shard are with the function at once
     * @param bisects whether a batch that fails is tried again in halves
     * @param maximumRetries how often a batch is tried again; empty: for as long as the stream keeps it
     * @param maximumAge how old a change may be; empty: as old as the stream keeps it
     * @param reportsFailures whether the function's response says which changes failed
     * @param filter which changes the function is handed
     */
    public record Settings(
            int batchSize,
            Duration window,
            int parallelizationFactor,
            boolean bisects,
            Optional<Integer> maximumRetries,
            Optional<Duration> maximumAge,
            boolean reportsFailures,
            RecordFilter filter) {}

    /**
     * A source that hands over nothing before it is started.
     *
     * @param random draws how long polls take
     * @param givenUp is told, as JSON, of changes that were given up
     */
    public StreamEventSource(
            Settings settings,
            Scheduler scheduler,
            FaultInjector faults,
            RandomGenerator random,
            TableStream stream,
            SimulatedFunction function,
            Consumer<String> givenUp) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.stream = stream;
        this.random = random;
        CallSite site =
                new CallSite("world", "stream source", function.settings().name());
        this.batches = new SimulatedStreamBatches(settings, scheduler, faults, site, stream, function, givenUp);
    }

    /** From now on changes are handed over, from the oldest on that is kept. */
    public void start() {
        scheduler.spawn("poller of " + stream.table(), this::follow);
    }

    /** How often changes were gone before the function could be handed them; while it is 0, none was lost. */
    public long trimmed() {
        return batches.trimmed();
    }

    private void follow() {
        while (true) {
            List<StreamShard> shards = stream.shards();
            ended.retainAll(shards);
            begun.removeIf(shard -> !shards.contains(shard));
            for (StreamShard shard : shards) {
                if (!begun.contains(shard) && isDone(shard.parent(), shards)) {
                    begin(shard);
                }
            }
            stream.shardsChanged().await();
        }
    }

    /** One that is not known is so old that it is gone. */
    private boolean isDone(Optional<StreamShard> parent, List<StreamShard> shards) {
        return parent.stream().allMatch(shard -> ended.contains(shard) || !shards.contains(shard));
    }

    private void begin(StreamShard shard) {
        begun.add(shard);
        scheduler.spawn(shard.id() + " of " + stream.table(), () -> {
            new SimulatedShardReader(settings, scheduler, stream, shard, batches, random).readToTheEnd();
            ended.add(shard);
            stream.shardsChanged().raise();
        });
    }
}
