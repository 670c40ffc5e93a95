package com.scheduleevents.simulation.lambda;

import com.scheduleevents.cloud.dynamodb.StreamShard;
import com.scheduleevents.cloud.dynamodb.TableStream;
import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.sources.Backoff;
import com.scheduleevents.cloud.sources.GivenUpBatch;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.sources.StreamBatches;
import com.scheduleevents.cloud.sources.StreamEvents;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
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

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofMinutes(1));
    private static final String FUNCTION_ARN = "arn:aws:lambda:us-east-1:000000000000:function:";

    private final SourceSpec.Stream spec;
    private final Scheduler scheduler;
    private final TableStream stream;
    private final RandomGenerator random;
    private final SimulatedFunction function;
    private final FaultInjector faults;
    private final CallSite site;
    private final Consumer<String> givenUp;
    private final StreamEvents events;

    private final Set<StreamShard> begun = new HashSet<>();
    private final Set<StreamShard> ended = new HashSet<>();
    private long trimmed;

    /**
     * A source that hands over nothing before it is started.
     *
     * @param random draws how long polls take
     * @param givenUp is told, as JSON, of changes that were given up
     */
    public StreamEventSource(
            SourceSpec.Stream spec,
            Scheduler scheduler,
            FaultInjector faults,
            RandomGenerator random,
            TableStream stream,
            SimulatedFunction function,
            Consumer<String> givenUp) {
        this.spec = spec.keptFor(StreamShard.RETENTION);
        this.scheduler = scheduler;
        this.faults = faults;
        this.stream = stream;
        this.random = random;
        this.function = function;
        this.givenUp = givenUp;
        this.site = new CallSite("world", "stream source", function.settings().name());
        this.events = new StreamEvents(spec.streamArn(), "us-east-1");
    }

    /** From now on changes are handed over, from the oldest on that is kept. */
    public void start() {
        scheduler.spawn("poller of " + stream.table(), this::follow);
    }

    /** How often changes were gone before the function could be handed them; while it is 0, none was lost. */
    public long trimmed() {
        return trimmed;
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
        StreamBatches batches = new StreamBatches(
                spec, this::invoked, batch -> giveUp(shard, batch), BACKOFF, scheduler::sleep, scheduler::now);
        scheduler.spawn(shard.id() + " of " + stream.table(), () -> {
            new SimulatedShardReader(spec, scheduler, stream, shard, events, batches, random, this::missed)
                    .readToTheEnd();
            ended.add(shard);
            stream.shardsChanged().raise();
        });
    }

    private Optional<byte[]> invoked(byte[] event, int records) {
        InvocationOutcome outcome = untilTaken(event, records);
        if (outcome instanceof InvocationOutcome.Returned && faults.strikes(FaultKind.BATCH_REPEATED, site)) {
            // The poller that was to note how far it had come was lost with that.
            outcome = untilTaken(event, records);
        }
        return outcome instanceof InvocationOutcome.Returned(byte[] response)
                ? Optional.of(response)
                : Optional.empty();
    }

    private InvocationOutcome untilTaken(byte[] event, int records) {
        InvocationOutcome outcome = function.invoke(event, records);
        for (int throttled = 1; outcome instanceof InvocationOutcome.Throttled; throttled++) {
            scheduler.sleep(BACKOFF.after(throttled));
            outcome = function.invoke(event, records);
        }
        return outcome;
    }

    private void giveUp(StreamShard shard, GivenUpBatch batch) {
        Instant kept = scheduler.now().minus(StreamShard.RETENTION);
        batch.changes().stream().filter(change -> change.at().isBefore(kept)).forEach(_ -> missed());
        givenUp.accept(batch.message(
                FUNCTION_ARN + function.settings().name(), spec.streamArn(), shard.id(), scheduler.now()));
    }

    /** Notes that the stream had trimmed a change that no function had handled. */
    private void missed() {
        trimmed++;
    }
}
