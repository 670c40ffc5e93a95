package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.Message;

/** A stream record that can never be handled goes aside, whole, and the shard goes on. */
@RequiresCapability(SharedClouds.STANDARD)
class PoisonRecordTest {

    @Test
    void whatIsNoEventGoesToTheDeadLettersAndHoldsUpNothing(Target target, StackAccess backstage) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "after-poison", List.of("*"));

        backstage.dynamoDb().putItem(put -> put.tableName(backstage.table("EventsTable"))
                .item(Map.of(
                        "account_id", AttributeValue.fromS("acc_nobody"),
                        "id", AttributeValue.fromS("evt_poison"),
                        "mark", AttributeValue.fromS("kept whole"))));
        String event = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_poison"));

        Message letter = Await.await("the dead letter")
                .until(() -> deadLetters(backstage), found -> !found.isEmpty())
                .getFirst();
        assertThat(letter.body()).contains("acc_nobody", "evt_poison", "kept whole", "INSERT");
        assertThat(letter.messageAttributes()).hasEntrySatisfying("reason", reason -> assertThat(reason.stringValue())
                .isNotBlank());
        Await.await("the delivery").until(() -> inbox.accepted(event));
        assertThat(deadLetters(backstage)).hasSize(1);
    }

    /** Its own; others' stay for who looks for them. */
    private static List<Message> deadLetters(StackAccess backstage) {
        return backstage
                .sqs()
                .receiveMessage(receive -> receive.queueUrl(backstage.queue("FanOutDeadLetters"))
                        .messageAttributeNames("All")
                        .maxNumberOfMessages(10)
                        .visibilityTimeout(0))
                .messages()
                .stream()
                .filter(message -> message.body().contains("evt_poison"))
                .toList();
    }
}
