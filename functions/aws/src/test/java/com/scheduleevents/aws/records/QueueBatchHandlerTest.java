package com.scheduleevents.aws.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.queues.SqsQueue;
import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class QueueBatchHandlerTest {

    private final Queue<String> deadLetters = new ConcurrentLinkedQueue<>();
    private final Queue<QueueRecord> handled = new ConcurrentLinkedQueue<>();
    private final List<SQSMessage> delayed = new ArrayList<>();

    @Test
    void storesAMessageThatNeedsAnUnreadableRowAsADeadLetter() {
        List<String> failed = handle(
                _ -> {
                    throw new UnreadableRow("a row of Webhooks lacks url");
                },
                message("m1", "whole", "1"));

        assertThat(failed).isEmpty();
        assertThat(deadLetters).containsExactly("whole: a row of Webhooks lacks url");
    }

    @Test
    void storesAMessageThatCannotBeParsedAsADeadLetter() {
        List<String> failed = handle(record -> MessageCodec.PROBE.read(record.body()), message("m1", "{\"v\":1}", "1"));

        assertThat(failed).isEmpty();
        assertThat(deadLetters).containsExactly("{\"v\":1}: not a probe message of version 1");
    }

    @Test
    void reportsAMessageWhoseDeadLetterCannotBeStored() {
        QueueBatchHandler records = QueueBatchHandler.concurrently(
                _ -> {
                    throw new UnprocessableRecord("malformed");
                },
                (_, _) -> {
                    throw new IllegalStateException("the dead-letter queue is unreachable");
                },
                delayed::addAll,
                new NoMetrics());

        assertThat(failed(records, message("m1", "whole", "1"))).containsExactly("m1");
    }

    @Test
    void reportsAMessageThatFailsAndHandlesTheOthers() {
        List<String> failed = handle(
                record -> {
                    if (record.body().equals("bad")) {
                        throw new IllegalStateException("refused");
                    }
                    handled.add(record);
                },
                message("m1", "good", "1"),
                message("m2", "bad", "1"),
                message("m3", "fine", "1"));

        assertThat(failed).containsExactly("m2");
        assertThat(handled).extracting(QueueRecord::body).containsExactlyInAnyOrder("good", "fine");
    }

    /** It is delivered again as late as one that failed, and nobody is alarmed. */
    @Test
    void countsAMessageThatFailsAndNotOneThatIsPostponed() {
        AtomicLong repeated = new AtomicLong();
        QueueBatchHandler records = QueueBatchHandler.concurrently(
                record -> {
                    if (record.body().equals("later")) {
                        throw new PostponedRecord("it waits", new IllegalStateException());
                    }
                    throw new IllegalStateException("refused");
                },
                this::store,
                delayed::addAll,
                new MetricRecorder() {
                    @Override
                    public void add(Metric metric, long value) {
                        assertThat(metric).isEqualTo(Metric.MESSAGES_REPEATED);
                        repeated.addAndGet(value);
                    }

                    @Override
                    public void flush() {
                        // Nothing is kept.
                    }
                });

        assertThat(failed(records, message("m1", "later", "1"))).containsExactly("m1");
        assertThat(repeated).hasValue(0);
        assertThat(failed(records, message("m2", "later", "1"), message("m3", "bad", "1")))
                .containsExactly("m2", "m3");
        assertThat(repeated).hasValue(1);
        assertThat(delayed).extracting(SQSMessage::getMessageId).containsExactly("m1", "m2", "m3");
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void handlesMessagesConcurrently() {
        CyclicBarrier allStarted = new CyclicBarrier(3);
        List<String> failed = handle(
                _ -> {
                    try {
                        allStarted.await(60, TimeUnit.SECONDS);
                    } catch (Exception e) {
                        throw new IllegalStateException("the messages waited for each other", e);
                    }
                },
                message("m1", "", "1"),
                message("m2", "", "1"),
                message("m3", "", "1"));

        assertThat(failed).isEmpty();
    }

    @Test
    void makesOneHandlerForAllMessagesOfABatch() {
        List<List<String>> batches = new ArrayList<>();
        QueueBatchHandler records = QueueBatchHandler.together(
                batch -> {
                    batches.add(batch.stream().map(QueueRecord::body).toList());
                    return handled::add;
                },
                this::store,
                delayed::addAll,
                new NoMetrics());

        assertThat(failed(records, message("m1", "one", "1"), message("m2", "two", "1")))
                .isEmpty();
        assertThat(failed(records, message("m3", "three", "1"))).isEmpty();
        assertThat(batches).containsExactly(List.of("one", "two"), List.of("three"));
        assertThat(handled).extracting(QueueRecord::body).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    void delaysTheMessagesThatFailed() {
        SQSMessage failing = message("m2", "failing", "3");
        handle(
                record -> {
                    if (record.body().equals("failing")) {
                        throw new IllegalStateException("throttled");
                    }
                },
                message("m1", "good", "1"),
                failing);

        assertThat(delayed).containsExactly(failing);
    }

    @ParameterizedTest
    @ValueSource(strings = {SqsRedriveQueue.REDRIVEN, SqsQueue.RECEIVED_BEFORE})
    void regardsACopyOfAMessageAsReceivedBefore(String attribute) {
        SQSMessage copy = message("m1", "copy", "1");
        copy.setMessageAttributes(Map.of(attribute, new MessageAttribute()));

        handle(handled::add, copy);

        assertThat(handled)
                .singleElement()
                .extracting(QueueRecord::body, QueueRecord::receivedBefore)
                .containsExactly("copy", true);
    }

    @Test
    void knowsWhetherAMessageWasReceivedBefore() {
        handle(handled::add, message("m1", "new", "1"), message("m2", "again", "2"));

        assertThat(handled)
                .extracting(QueueRecord::body, QueueRecord::receivedBefore)
                .containsExactlyInAnyOrder(tuple("new", false), tuple("again", true));
    }

    private List<String> handle(Consumer<QueueRecord> handler, SQSMessage... messages) {
        return failed(QueueBatchHandler.concurrently(handler, this::store, delayed::addAll, new NoMetrics()), messages);
    }

    private void store(String body, String reason) {
        deadLetters.add(body + ": " + reason);
    }

    private static List<String> failed(QueueBatchHandler records, SQSMessage... messages) {
        return records.handle(batch(messages), null).getBatchItemFailures().stream()
                .map(BatchItemFailure::getItemIdentifier)
                .toList();
    }

    private static SQSEvent batch(SQSMessage... messages) {
        SQSEvent event = new SQSEvent();
        event.setRecords(List.of(messages));
        return event;
    }

    private static SQSMessage message(String id, String body, String receives) {
        SQSMessage message = new SQSMessage();
        message.setMessageId(id);
        message.setBody(body);
        message.setAttributes(Map.of("ApproximateReceiveCount", receives));
        return message;
    }

    private static final class NoMetrics implements MetricRecorder {
        @Override
        public void add(Metric metric, long value) {
            if (metric != Metric.MESSAGES_REPEATED) {
                throw new AssertionError("the loop counts nothing else");
            }
        }

        @Override
        public void flush() {
            // Nothing is kept.
        }
    }
}
