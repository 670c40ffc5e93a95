package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.Message;

/** Tests that a stream record which can never be handled becomes a dead-letter message, whole, and the shard goes on. */
@RequiresCapability(SharedClouds.STANDARD)
class PoisonRecordTest {

    @Test
    void malformedRecordBecomesADeadLetterAndDelaysNoOther(Target target, StackAccess stack) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "after-poison", List.of("*"));

        stack.dynamoDb().putItem(put -> put.tableName(stack.table("EventsTable"))
                .item(Map.of(
                        "account_id", AttributeValue.fromS("acc_nobody"),
                        "id", AttributeValue.fromS("evt_poison"),
                        "mark", AttributeValue.fromS("kept whole"))));
        String event = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_poison"));

        Message deadLetter = Await.await("the dead-letter message")
                .until(() -> deadLetters(stack), found -> !found.isEmpty())
                .getFirst();
        assertThat(deadLetter.body()).contains("acc_nobody", "evt_poison", "kept whole", "INSERT");
        assertThat(deadLetter.messageAttributes())
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason.stringValue()).isNotBlank());
        Await.await("the delivery").until(() -> inbox.accepted(event));
        assertThat(deadLetters(stack)).hasSize(1);
        inbox.delete(target.account());
    }

    /** The dead-letter messages of this test; those of other tests stay in the queue. */
    private static List<Message> deadLetters(StackAccess stack) {
        return stack
                .sqs()
                .receiveMessage(receive -> receive.queueUrl(stack.queue("FanOutDeadLetters"))
                        .messageAttributeNames("All")
                        .maxNumberOfMessages(10)
                        .visibilityTimeout(0))
                .messages()
                .stream()
                .filter(message -> message.body().contains("evt_poison"))
                .toList();
    }
}
