package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Reports batches that were given up to a queue: their position in the stream, as Lambda does, not their content. */
final class FailureDestination {

    private final SqsClient sqs;
    private final String queueUrl;
    private final String functionArn;
    private final String streamArn;
    private final Clock clock;

    FailureDestination(SqsClient sqs, String queueUrl, String functionArn, String streamArn, Clock clock) {
        this.sqs = sqs;
        this.queueUrl = queueUrl;
        this.functionArn = functionArn;
        this.streamArn = streamArn;
        this.clock = clock;
    }

    void tell(String shard, List<StreamChange> batch, StreamBatches.Reason reason, int invocations) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.putObject("requestContext")
                .put("requestId", UUID.randomUUID().toString())
                .put("functionArn", functionArn)
                .put("condition", reason.condition())
                .put("approximateInvokeCount", invocations);
        message.putObject("responseContext")
                .put("statusCode", 200)
                .put("executedVersion", "$LATEST")
                .put("functionError", "Unhandled");
        message.put("version", "1.0").put("timestamp", clock.instant().toString());
        message.putObject("DDBStreamBatchInfo")
                .put("shardId", shard)
                .put("startSequenceNumber", batch.getFirst().sequenceNumber())
                .put("endSequenceNumber", batch.getLast().sequenceNumber())
                .put("approximateArrivalOfFirstRecord", batch.getFirst().at().toString())
                .put("approximateArrivalOfLastRecord", batch.getLast().at().toString())
                .put("batchSize", batch.size())
                .put("streamArn", streamArn);
        sqs.sendMessage(request -> request.queueUrl(queueUrl).messageBody(message.toString()));
    }
}
