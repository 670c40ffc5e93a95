package com.scheduleevents.delivery.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.error.ExceptionSummary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A batch of a table's stream, handled in order, and the answer that says from which record on it has to come again. */
public final class StreamRecords {

    private static final Logger LOG = LoggerFactory.getLogger(StreamRecords.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private StreamRecords() {}

    /** Reads the batch that Lambda hands to a function. */
    public static List<StreamRecord> read(InputStream event) throws IOException {
        List<StreamRecord> records = new ArrayList<>();
        JsonNode batch = JSON.readTree(event).path("Records");
        batch.forEach(record -> records.add(new StreamRecord(record)));
        return records;
    }

    /**
     * Handles the records in order, up to the first that fails.
     *
     * @param handler what one record means; throws when it is to come again
     * @return the record that failed; empty when all are done with
     */
    public static Optional<StreamRecord> firstFailing(List<StreamRecord> records, Consumer<StreamRecord> handler) {
        for (StreamRecord record : records) {
            try {
                handler.accept(record);
            } catch (RuntimeException e) {
                LOG.error(
                        "stream record {} failed and will come again: {}",
                        record.sequenceNumber(),
                        ExceptionSummary.of(e));
                return Optional.of(record);
            }
        }
        return Optional.empty();
    }

    /**
     * Writes the function's answer.
     *
     * @param failed the first record that is not done with: it and all after it come again; empty when all are done with
     */
    public static void answer(OutputStream answer, Optional<StreamRecord> failed) throws IOException {
        ObjectNode json = JSON.createObjectNode();
        var failures = json.putArray("batchItemFailures");
        failed.ifPresent(record -> failures.addObject().put("itemIdentifier", record.sequenceNumber()));
        JSON.writeValue(answer, json);
    }
}
