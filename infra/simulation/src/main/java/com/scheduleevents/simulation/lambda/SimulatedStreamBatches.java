package com.scheduleevents.simulation.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.dynamodb.ChangeRecord;
import com.scheduleevents.simulation.dynamodb.StreamShard;
import com.scheduleevents.simulation.dynamodb.TableStream;
import com.scheduleevents.simulation.faults.CallSite;
import com.scheduleevents.simulation.faults.FaultInjector;
import com.scheduleevents.simulation.faults.FaultKind;
import com.scheduleevents.simulation.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Invokes a function with each batch until every change is handled or given up, as the settings of its source say. */
final class SimulatedStreamBatches {

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(500);
    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(1);

    private final StreamEventSource.Settings settings;
    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final CallSite site;
    private final String streamArn;
    private final SimulatedFunction function;
    private final Consumer<String> givenUp;
    private long trimmed;

    SimulatedStreamBatches(
            StreamEventSource.Settings settings,
            Scheduler scheduler,
            FaultInjector faults,
            CallSite site,
            TableStream stream,
            SimulatedFunction function,
            Consumer<String> givenUp) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.faults = faults;
        this.site = site;
        this.streamArn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + stream.table() + "/stream/simulated";
        this.function = function;
        this.givenUp = givenUp;
    }

    long trimmed() {
        return trimmed;
    }

    /** Notes whether the stream had trimmed changes that nobody had read. */
    void missed(boolean some) {
        trimmed += some ? 1 : 0;
    }

    /** Returns when every change of the batch was handled or given up. */
    void handle(StreamShard shard, List<ChangeRecord> batch) {
        Deque<Part> left = new ArrayDeque<>();
        left.push(new Part(batch, 0));
        int failures = 0;
        while (!left.isEmpty()) {
            Part part = left.pop();
            Optional<Part> young = part.without(this::isTrimmed).flatMap(kept -> kept.without(this::isTooOld));
            if (young.isEmpty() || young.get().records().size() < part.records().size()) {
                giveUp(shard, part, "RecordAgeExceeded");
            }
            if (young.isEmpty()) {
                continue;
            }
            List<ChangeRecord> open = attempt(young.get());
            if (open.isEmpty()) {
                failures = 0;
                continue;
            }
            retry(shard, new Part(open, part.retries() + 1), left);
            scheduler.sleep(backoff(failures++));
        }
    }

    /** What is not done with afterwards. */
    private List<ChangeRecord> attempt(Part part) {
        List<ChangeRecord> wanted = part.records().stream()
                .filter(record -> settings.filter().lets(StreamEventJson.record(record, streamArn)))
                .toList();
        if (wanted.isEmpty()) {
            return List.of();
        }
        byte[] event = StreamEventJson.of(wanted, streamArn);
        InvocationOutcome outcome = untilTaken(event, wanted.size());
        if (!(outcome instanceof InvocationOutcome.Returned(byte[] response))) {
            return part.records();
        }
        List<ChangeRecord> open = settings.reportsFailures() ? open(part.records(), response) : List.of();
        if (open.isEmpty() && faults.strikes(FaultKind.BATCH_REPEATED, site)) {
            // The poller that was to note how far it had come was lost with that.
            untilTaken(event, wanted.size());
        }
        return open;
    }

    private List<ChangeRecord> open(List<ChangeRecord> records, byte[] response) {
        Set<String> known = new TreeSet<>();
        records.forEach(record -> known.add(record.sequence()));
        Optional<Set<String>> failed = FailedItems.failures(response, known);
        if (failed.isEmpty()) {
            return records;
        }
        Set<String> sequences = new TreeSet<>(failed.get());
        // The lowest one is the checkpoint: everything from there on comes again.
        return sequences.isEmpty()
                ? List.of()
                : records.stream()
                        .filter(record ->
                                record.sequence().compareTo(sequences.iterator().next()) >= 0)
                        .toList();
    }

    private InvocationOutcome untilTaken(byte[] event, int records) {
        InvocationOutcome outcome = function.invoke(event, records);
        for (int throttled = 0; outcome instanceof InvocationOutcome.Throttled; throttled++) {
            scheduler.sleep(backoff(throttled));
            outcome = function.invoke(event, records);
        }
        return outcome;
    }

    private void retry(StreamShard shard, Part failed, Deque<Part> left) {
        if (settings.bisects() && failed.records().size() > 1) {
            // Halving does not count as a try.
            int middle = failed.records().size() / 2;
            int retries = failed.retries() - 1;
            left.push(new Part(failed.records().subList(middle, failed.records().size()), retries));
            left.push(new Part(failed.records().subList(0, middle), retries));
        } else if (settings.maximumRetries()
                .filter(most -> failed.retries() > most)
                .isPresent()) {
            giveUp(shard, failed, "RetryAttemptsExhausted");
        } else {
            left.push(failed);
        }
    }

    private boolean isTooOld(ChangeRecord record) {
        return settings.maximumAge()
                .filter(age -> record.created().plus(age).isBefore(scheduler.now()))
                .isPresent();
    }

    private boolean isTrimmed(ChangeRecord record) {
        Instant oldest = scheduler.now().minus(StreamShard.RETENTION);
        boolean gone = record.created().isBefore(oldest);
        if (gone) {
            trimmed++;
        }
        return gone;
    }

    private static Duration backoff(int failures) {
        Duration doubled = FIRST_BACKOFF.multipliedBy(1L << Math.min(failures, 10));
        return doubled.compareTo(LONGEST_BACKOFF) < 0 ? doubled : LONGEST_BACKOFF;
    }

    /** The destination learns where the changes were, not what they are. */
    private void giveUp(StreamShard shard, Part part, String condition) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("requestContext")
                .put(
                        "functionArn",
                        "arn:aws:lambda:us-east-1:000000000000:function:"
                                + function.settings().name())
                .put("condition", condition)
                .put("approximateInvokeCount", part.retries());
        json.put("version", "1.0");
        json.put("timestamp", scheduler.now().toString());
        json.putObject("DDBStreamBatchInfo")
                .put("shardId", shard.id())
                .put("startSequenceNumber", part.records().getFirst().sequence())
                .put("endSequenceNumber", part.records().getLast().sequence())
                .put("batchSize", part.records().size())
                .put("streamArn", streamArn);
        givenUp.accept(json.toString());
    }

    /** Changes that are tried together. */
    private record Part(List<ChangeRecord> records, int retries) {

        Optional<Part> without(Predicate<ChangeRecord> unwanted) {
            List<ChangeRecord> kept = records.stream().filter(unwanted.negate()).toList();
            return kept.isEmpty() ? Optional.empty() : Optional.of(new Part(kept, retries));
        }
    }
}
