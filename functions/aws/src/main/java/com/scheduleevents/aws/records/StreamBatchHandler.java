package com.scheduleevents.aws.records;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.records.RecordTriage.Result;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handles a batch of a table's stream in order and reports the first record that failed: Lambda delivers it and all that follow
 * it again.
 */
public final class StreamBatchHandler {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RecordTriage triage;
    private final MetricRecorder metrics;

    /**
     * @param deadLetters stores the records that can never be processed
     * @param metrics flushed after each batch
     */
    public StreamBatchHandler(DeadLetterSink deadLetters, MetricRecorder metrics) {
        this.triage = new RecordTriage(deadLetters);
        this.metrics = metrics;
    }

    /**
     * Handles an invocation.
     *
     * @param handler processes the records and returns the first that failed
     * @throws IOException when the event cannot be read or the response cannot be written
     */
    public void handle(
            InputStream event,
            OutputStream response,
            @Nullable Context context,
            Function<List<StreamRecord>, Optional<StreamRecord>> handler)
            throws IOException {
        InvocationLogContext.begin(context);
        try {
            List<StreamRecord> records = new ArrayList<>();
            JSON.readTree(event).path("Records").forEach(record -> records.add(new StreamRecord(record)));
            List<Map<String, String>> failures = handler.apply(records).stream()
                    .map(failed -> Map.of("itemIdentifier", failed.sequenceNumber()))
                    .toList();
            JSON.writeValue(response, Map.of("batchItemFailures", failures));
        } finally {
            metrics.flush();
        }
    }

    /**
     * Handles records in order and stops at the first that fails.
     *
     * @param handler processes one record; throws {@link UnprocessableRecord} when delivering it again would not help, anything
     *     else when it would
     * @return the record that failed, if any
     */
    public Optional<StreamRecord> firstFailure(List<StreamRecord> records, Consumer<StreamRecord> handler) {
        for (StreamRecord record : records) {
            if (triage.handle(record.sequenceNumber(), record::whole, () -> handler.accept(record)) != Result.DONE) {
                return Optional.of(record);
            }
        }
        return Optional.empty();
    }
}
