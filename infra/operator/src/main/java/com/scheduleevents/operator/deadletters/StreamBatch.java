package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * The message that Lambda puts on a stream's dead-letter queue when it gives records up: their position in the stream, not their
 * content, which the stream no longer has.
 *
 * @param shard the stream's shard
 * @param size how many records
 * @param first about when the first of them was written
 * @param last about when the last of them was written
 */
record StreamBatch(String shard, int size, Instant first, Instant last) {

    /** Reads it; empty when the message is something else. */
    static Optional<StreamBatch> of(JsonNode message) {
        JsonNode batch = message.path("DDBStreamBatchInfo");
        if (!batch.isObject()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new StreamBatch(
                    batch.path("shardId").asText(),
                    batch.path("batchSize").asInt(),
                    Instant.parse(batch.path("approximateArrivalOfFirstRecord").asText()),
                    Instant.parse(batch.path("approximateArrivalOfLastRecord").asText())));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
