package com.scheduleevents.aws.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;

final class GrowingDelaysTest {

    private final List<ChangeMessageVisibilityBatchRequest> calls = new ArrayList<>();
    private boolean reachable = true;

    @ParameterizedTest
    @CsvSource({"1, PT5S", "2, PT10S", "8, PT10M40S", "9, PT15M", "680, PT15M"})
    void waitDoublesWithEachReceive(int receives, Duration wait) {
        assertThat(GrowingDelays.afterReceive(receives)).isEqualTo(wait);
    }

    @Test
    void delaysAllMessagesInOneCallToTheirQueue() {
        delays().delay(List.of(message("a", "1"), message("b", "3")));

        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.queueUrl()).isEqualTo("https://sqs.example.com/1/retries");
            assertThat(call.entries())
                    .extracting(entry -> entry.receiptHandle() + " " + entry.visibilityTimeout())
                    .containsExactly("a 5", "b 20");
        });
    }

    @Test
    void leavesMessagesToTheirQueueWhenItCannotBeReached() {
        reachable = false;

        delays().delay(List.of(message("a", "1")));

        assertThat(calls).hasSize(1);
    }

    private GrowingDelays delays() {
        return new GrowingDelays(
                new RecordingSqs(), "https://sqs.example.com/1/deliveries", "https://sqs.example.com/1/retries");
    }

    private static SQSMessage message(String handle, String receives) {
        SQSMessage message = new SQSMessage();
        message.setReceiptHandle(handle);
        message.setEventSourceArn("arn:aws:sqs:eu-central-1:1:retries");
        message.setAttributes(Map.of("ApproximateReceiveCount", receives));
        return message;
    }

    private final class RecordingSqs implements SqsClient {
        @Override
        public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
                ChangeMessageVisibilityBatchRequest request) {
            calls.add(request);
            if (!reachable) {
                throw new IllegalStateException("unreachable");
            }
            return ChangeMessageVisibilityBatchResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return "sqs";
        }

        @Override
        public void close() {}
    }
}
