package com.scheduleevents.delivery.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.delivery.records.QueueRecords.QueueRecord;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.error.UnreadableRow;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class QueueRecordsTest {

    private static final DeadLetters NONE = (body, reason) -> {
        throw new AssertionError("nothing here is for the dead letters: " + reason);
    };

    @Test
    void whatNeedsARowThatCannotBeReadGoesToTheDeadLettersAtOnce() {
        Queue<String> dead = new ConcurrentLinkedQueue<>();
        QueueRecords records = new QueueRecords(
                record -> {
                    throw new UnreadableRow("a row of Webhooks lacks url");
                },
                (body, reason) -> dead.add(body + ": " + reason));

        var answer = records.handle(batch(message("m1", "whole", "1")));

        assertThat(answer.getBatchItemFailures()).isEmpty();
        assertThat(dead).containsExactly("whole: a row of Webhooks lacks url");
    }

    @Test
    void oneThatFailsIsReportedAndTheOthersAreDoneWith() {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        QueueRecords records = new QueueRecords(
                record -> {
                    if (record.body().equals("bad")) {
                        throw new IllegalStateException("refused");
                    }
                    handled.add(record.body());
                },
                NONE);

        var answer = records.handle(
                batch(message("m1", "good", "1"), message("m2", "bad", "1"), message("m3", "fine", "1")));

        assertThat(answer.getBatchItemFailures())
                .extracting(BatchItemFailure::getItemIdentifier)
                .containsExactly("m2");
        assertThat(handled).containsExactlyInAnyOrder("good", "fine");
    }

    @Test
    void theMessagesOfABatchAreHandledSideBySide() {
        CyclicBarrier allAtOnce = new CyclicBarrier(3);
        QueueRecords records = new QueueRecords(
                _ -> {
                    try {
                        allAtOnce.await(2, TimeUnit.MINUTES);
                    } catch (Exception e) {
                        throw new IllegalStateException("the messages waited for each other", e);
                    }
                },
                NONE);

        var answer = records.handle(batch(message("m1", "", "1"), message("m2", "", "1"), message("m3", "", "1")));

        assertThat(answer.getBatchItemFailures()).isEmpty();
    }

    @Test
    void aMessageThatWasADeadLetterWasReceivedBefore() {
        Queue<QueueRecord> handled = new ConcurrentLinkedQueue<>();
        SQSMessage redriven = message("m1", "redriven", "1");
        redriven.setMessageAttributes(Map.of(SqsRedriveQueue.REDRIVEN, new MessageAttribute()));

        new QueueRecords(handled::add, NONE).handle(batch(redriven));

        assertThat(handled).containsExactly(new QueueRecord("redriven", true));
    }

    @Test
    void aMessageKnowsWhetherSomebodyWasGivenItBefore() {
        Queue<QueueRecord> handled = new ConcurrentLinkedQueue<>();

        new QueueRecords(handled::add, NONE).handle(batch(message("m1", "new", "1"), message("m2", "again", "2")));

        assertThat(handled).containsExactlyInAnyOrder(new QueueRecord("new", false), new QueueRecord("again", true));
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
}
