package com.scheduleevents.cloud.sources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Changes of a stream that Lambda gave up.
 *
 * @param changes in order, at least one
 * @param reason why
 * @param invocations how often the function was invoked with them
 */
public record GivenUpBatch(List<StreamChange> changes, Reason reason, int invocations) {

    /** Why changes are given up, under Lambda's names. */
    public enum Reason {
        RETRY_ATTEMPTS_EXHAUSTED("RetryAttemptsExhausted"),
        RECORD_AGE_EXCEEDED("RecordAgeExceeded");

        private final String condition;

        Reason(String condition) {
            this.condition = condition;
        }
    }

    /**
     * The message for the destination of failures: where the changes are in the stream, not what they are (AWS Lambda
     * Developer Guide, "Retaining discarded batches for a DynamoDB event source").
     *
     * @param shard the id of the changes' shard
     * @param now when they were given up
     */
    public String message(String functionArn, String streamArn, String shard, Instant now) {
        StreamChange first = changes.getFirst();
        StreamChange last = changes.getLast();
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.putObject("requestContext")
                .put("requestId", requestId(streamArn + " " + shard + " " + first.sequenceNumber() + " " + now))
                .put("functionArn", functionArn)
                .put("condition", reason.condition)
                .put("approximateInvokeCount", invocations);
        message.putObject("responseContext")
                .put("statusCode", 200)
                .put("executedVersion", "$LATEST")
                .put("functionError", "Unhandled");
        message.put("version", "1.0").put("timestamp", now.toString());
        message.putObject("DDBStreamBatchInfo")
                .put("shardId", shard)
                .put("startSequenceNumber", first.sequenceNumber())
                .put("endSequenceNumber", last.sequenceNumber())
                .put("approximateArrivalOfFirstRecord", first.at().toString())
                .put("approximateArrivalOfLastRecord", last.at().toString())
                .put("batchSize", changes.size())
                .put("streamArn", streamArn);
        return message.toString();
    }

    /** Not a random one: the same run of a simulation writes the same message. */
    private static String requestId(String of) {
        return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
