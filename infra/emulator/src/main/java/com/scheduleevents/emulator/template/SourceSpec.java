package com.scheduleevents.emulator.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An event source of a function: what it is invoked by. */
public sealed interface SourceSpec {

    /** The source's name in the template, unique within its function. */
    String id();

    /**
     * A queue.
     *
     * @param queueArn the queue
     * @param batchSize the most records of one batch
     * @param window how long a batch may wait to fill up
     * @param reportsFailures whether the function says which records of a batch failed (ReportBatchItemFailures)
     * @param maximumConcurrency the most invocations at once; empty: as many as Lambda would
     */
    record Queue(
            String id,
            String queueArn,
            int batchSize,
            Duration window,
            boolean reportsFailures,
            OptionalInt maximumConcurrency)
            implements SourceSpec {}

    /**
     * The stream of a table.
     *
     * @param table the table's name
     * @param fromTheBeginning TRIM_HORIZON rather than LATEST
     * @param batchSize the most records of one batch
     * @param window how long a batch may wait to fill up
     * @param reportsFailures whether the function says which records of a batch failed (ReportBatchItemFailures)
     * @param patterns a record passes that matches one of these; empty: all do
     * @param lanes how many batches of one shard may run at once, order per item kept (ParallelizationFactor)
     * @param bisect whether a failed batch is halved
     * @param maximumRetries how often a failed batch is tried again; -1: as long as the stream keeps it
     * @param maximumAge what is older is given up; empty: nothing is
     * @param onFailure ARN of the queue that is told of what was given up
     */
    record Stream(
            String id,
            String table,
            boolean fromTheBeginning,
            int batchSize,
            Duration window,
            boolean reportsFailures,
            List<JsonNode> patterns,
            int lanes,
            boolean bisect,
            int maximumRetries,
            Optional<Duration> maximumAge,
            Optional<String> onFailure)
            implements SourceSpec {}

    /**
     * A clock. One that strikes at a time of day strikes here once a day, counted from the start.
     *
     * @param period the time from one invocation to the next
     */
    record Schedule(String id, Duration period) implements SourceSpec {}
}
