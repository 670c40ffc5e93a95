package com.scheduleevents.cloud.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SqsException;

class QueueBatchesTest {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final List<String> polls = new ArrayList<>();
    private final List<List<String>> deleted = new ArrayList<>();
    private final Deque<String> answers = new ArrayDeque<>();
    private long now;

    @Test
    void withoutAWindowABatchIsOneCall() {
        assertThat(next(10, Duration.ZERO, 3, 3)).hasSize(3);
        assertThat(polls).containsExactly("10 in PT20S");
    }

    @Test
    void moreThanACallCanReceiveIsReceivedInSeveral() {
        assertThat(next(25, Duration.ZERO, 10, 10, 5, 9)).hasSize(25);
        assertThat(polls).containsExactly("10 in PT20S", "10 in PT0S", "5 in PT0S");
    }

    @Test
    void noMoreIsReceivedWhenNothingIsLeft() {
        assertThat(next(25, Duration.ZERO, 10, 0, 5)).hasSize(10);
    }

    @Test
    void windowIsWaitedForFromTheFirstMessageOn() {
        assertThat(next(10, Duration.ofSeconds(5), 1, 0, 2, 1, 1, 1)).hasSize(6);
        assertThat(polls)
                .containsExactly("10 in PT20S", "9 in PT5S", "9 in PT4S", "7 in PT3S", "6 in PT2S", "5 in PT1S");
    }

    @Test
    void fullBatchDoesNotWait() {
        assertThat(next(4, Duration.ofSeconds(5), 1, 3, 4)).hasSize(4);
        assertThat(polls).hasSize(2);
    }

    @Test
    void emptyQueueHasNoBatch() {
        assertThat(next(10, Duration.ofSeconds(5), 0, 3)).isEmpty();
        assertThat(polls).hasSize(1);
    }

    @Test
    void handledMessagesAreDeletedTenAtATime() throws InterruptedException {
        delete(true, 12, "{\"batchItemFailures\":[{\"itemIdentifier\":\"1\"}]}");
        assertThat(deleted)
                .containsExactly(List.of("r0", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10"), List.of("r11"));
    }

    @Test
    void nothingIsDeletedAfterAMalformedResponse() throws InterruptedException {
        delete(true, 2, "{\"batchItemFailures\":\"x\"}");
        assertThat(deleted).isEmpty();
    }

    @Test
    void responseOfAFunctionThatDoesNotReportIsNotRead() throws InterruptedException {
        delete(false, 1, "{\"batchItemFailures\":\"x\"}");
        assertThat(deleted).containsExactly(List.of("r0"));
    }

    @Test
    void messageThatCouldNotBeDeletedIsTriedAgainAlone() throws InterruptedException {
        answers.addAll(List.of("1", "error"));
        delete(true, 2, "");
        assertThat(deleted).containsExactly(List.of("r0", "r1"), List.of("r1"), List.of("r1"));
    }

    @Test
    void givesUpDeletingAfterThreeErrors() {
        answers.addAll(List.of("error", "error", "error"));
        assertThatThrownBy(() -> delete(true, 1, "")).isInstanceOf(SdkException.class);
        assertThat(deleted).hasSize(3);
    }

    /** Each poll takes a second. */
    private List<Message> next(int batchSize, Duration window, int... arriving) {
        Deque<Integer> sizes = new ArrayDeque<>(IntStream.of(arriving).boxed().toList());
        QueueBatches.Poll poll = (atMost, longest) -> {
            polls.add(atMost + " in " + longest);
            if (polls.size() > 1) {
                now += Duration.ofSeconds(1).toNanos();
            }
            return messages(Math.min(atMost, sizes.removeFirst()));
        };
        return batches(batchSize, window, true).next(LONGEST, poll, () -> now);
    }

    private void delete(boolean reports, int messages, String response) throws InterruptedException {
        batches(10, Duration.ZERO, reports)
                .deleteHandled(messages(messages), response.getBytes(StandardCharsets.UTF_8), _ -> {});
    }

    private QueueBatches batches(int batchSize, Duration window, boolean reports) {
        SourceSpec.Queue spec = new SourceSpec.Queue(
                "Q", "arn:aws:sqs:us-east-1:000000000000:Q", batchSize, window, reports, OptionalInt.empty());
        return new QueueBatches(spec, new Deletes(), "http://localhost/Q", "us-east-1");
    }

    private static List<Message> messages(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Message.builder()
                        .messageId(Integer.toString(i))
                        .receiptHandle("r" + i)
                        .build())
                .toList();
    }

    /** Answers with an error, or with the entry that it did not delete. */
    private final class Deletes implements SqsClient {

        @Override
        public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
            deleted.add(request.entries().stream()
                    .map(entry -> entry.receiptHandle())
                    .toList());
            String answer = answers.isEmpty() ? "" : answers.removeFirst();
            if (answer.equals("error")) {
                throw SqsException.builder().message("as told").build();
            }
            return DeleteMessageBatchResponse.builder()
                    .failed(BatchResultErrorEntry.builder()
                            .id(answer.isEmpty() ? "none" : answer)
                            .build())
                    .build();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }
}
