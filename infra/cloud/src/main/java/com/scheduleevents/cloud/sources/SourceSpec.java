package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An event source of a function, as it is configured. */
public sealed interface SourceSpec {

    /** The source's name in the template, unique within its function. */
    String id();

    /**
     * A queue.
     *
     * @param queueArn the queue's ARN
     * @param batchSize the greatest number of records in a batch
     * @param window how long a batch may wait for more records
     * @param reportsFailures whether the function reports which records of a batch failed (ReportBatchItemFailures)
     * @param maximumConcurrency the greatest number of concurrent invocations; empty: no limit
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
     * A table's stream.
     *
     * @param table the table's name
     * @param streamArn the stream's ARN, as policies name it
     * @param fromTheBeginning TRIM_HORIZON rather than LATEST
     * @param batchSize the most records of one batch
     * @param window how long a batch may wait to fill up
     * @param reportsFailures whether the function says which records of a batch failed (ReportBatchItemFailures)
     * @param patterns filters, of which a record must match one; empty: no filter
     * @param lanes how many batches of a shard are handled in parallel, in order per item (ParallelizationFactor)
     * @param bisect whether a failed batch is split in two
     * @param maximumRetries how often a failed batch is retried; -1: as long as the stream keeps it
     * @param maximumAge older records are given up; empty: none are
     * @param onFailure ARN of the queue to which batches that were given up are reported
     */
    record Stream(
            String id,
            String table,
            String streamArn,
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
            implements SourceSpec {

        /** The same source of a stream that keeps changes for some time only; older ones are given up. */
        public Stream keptFor(Duration retention) {
            Duration age =
                    maximumAge.filter(own -> own.compareTo(retention) < 0).orElse(retention);
            return new Stream(
                    id,
                    table,
                    streamArn,
                    fromTheBeginning,
                    batchSize,
                    window,
                    reportsFailures,
                    patterns,
                    lanes,
                    bisect,
                    maximumRetries,
                    Optional.of(age),
                    onFailure);
        }
    }

    /**
     * A schedule. A daily one runs every 24 hours from the start, not at its time of day.
     *
     * @param period the time between invocations
     */
    record Schedule(String id, Duration period) implements SourceSpec {}
}
