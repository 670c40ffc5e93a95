package com.scheduleevents.simulation.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** What a client may expect of a standard queue; the simulated SQS and ElasticMQ are held to the same. */
abstract class SqsContract {

    private static final AtomicInteger QUEUES = new AtomicInteger();

    private final SqsClient client;
    private String queue = "";
    private String deadLetters = "";

    SqsContract(SqsClient client) {
        this.client = client;
    }

    @BeforeEach
    void createQueues() {
        String name = "queue-" + QUEUES.incrementAndGet();
        deadLetters =
                client.createQueue(create -> create.queueName(name + "-dead")).queueUrl();
        String arn = client.getQueueAttributes(
                        get -> get.queueUrl(deadLetters).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
        queue = client.createQueue(create -> create.queueName(name)
                        .attributes(Map.of(
                                QueueAttributeName.VISIBILITY_TIMEOUT,
                                "600",
                                QueueAttributeName.REDRIVE_POLICY,
                                "{\"deadLetterTargetArn\":\"" + arn + "\",\"maxReceiveCount\":2}")))
                .queueUrl();
    }

    private void send(String body) {
        client.sendMessage(send -> send.queueUrl(queue).messageBody(body));
    }

    private List<Message> receive(String from) {
        return client.receiveMessage(receive -> receive.queueUrl(from)
                        .maxNumberOfMessages(10)
                        .messageAttributeNames("All")
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    private void release(Message message) {
        client.changeMessageVisibility(change ->
                change.queueUrl(queue).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
    }

    private int count(QueueAttributeName name) {
        return Integer.parseInt(
                client.getQueueAttributes(get -> get.queueUrl(queue).attributeNames(name))
                        .attributes()
                        .get(name));
    }

    @Test
    void whatIsSentIsReceivedAndThenHidden() {
        client.sendMessage(send -> send.queueUrl(queue)
                .messageBody("body")
                .messageGroupId("group")
                .messageAttributes(Map.of(
                        "redriven",
                        MessageAttributeValue.builder()
                                .dataType("String")
                                .stringValue("true")
                                .build())));
        Message received = receive(queue).getFirst();
        assertThat(received.body()).isEqualTo("body");
        assertThat(received.messageAttributes().get("redriven").stringValue()).isEqualTo("true");
        assertThat(received.attributes())
                .containsEntry(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "1")
                .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "group")
                .containsKey(MessageSystemAttributeName.SENT_TIMESTAMP);
        assertThat(receive(queue)).isEmpty();
        assertThat(count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
                .isEqualTo(1);
        client.deleteMessage(delete -> delete.queueUrl(queue).receiptHandle(received.receiptHandle()));
        assertThat(count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
                .isZero();
    }

    @Test
    void aMessageThatIsReleasedComesAgainAndIsCounted() {
        send("body");
        Message first = receive(queue).getFirst();
        release(first);
        Message second = receive(queue).getFirst();
        assertThat(second.messageId()).isEqualTo(first.messageId());
        assertThat(second.receiptHandle()).isNotEqualTo(first.receiptHandle());
        assertThat(second.attributes()).containsEntry(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "2");
    }

    @Test
    void aMessageThatIsReceivedTooOftenGoesToTheDeadLetters() {
        send("poison");
        release(receive(queue).getFirst());
        release(receive(queue).getFirst());
        assertThat(receive(queue)).isEmpty();
        assertThat(receive(deadLetters)).extracting(Message::body).containsExactly("poison");
        assertThat(count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES)).isZero();
    }

    @Test
    void aDelayedMessageIsNotThereYet() {
        client.sendMessage(send -> send.queueUrl(queue).messageBody("later").delaySeconds(900));
        assertThat(receive(queue)).isEmpty();
        assertThat(count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED))
                .isEqualTo(1);
        assertThatThrownBy(() -> client.sendMessage(
                        send -> send.queueUrl(queue).messageBody("later").delaySeconds(901)))
                .isInstanceOf(SqsException.class);
    }

    @Test
    void aBatchSendsAndDeletesUpToTen() {
        List<SendMessageBatchRequestEntry> entries = IntStream.range(0, 10)
                .mapToObj(i -> SendMessageBatchRequestEntry.builder()
                        .id("entry-" + i)
                        .messageBody("body-" + i)
                        .build())
                .toList();
        assertThat(client.sendMessageBatch(send -> send.queueUrl(queue).entries(entries))
                        .successful())
                .hasSize(10);
        List<Message> received = new ArrayList<>();
        for (List<Message> some = receive(queue); !some.isEmpty(); some = receive(queue)) {
            received.addAll(some);
        }
        assertThat(received)
                .extracting(Message::body)
                .containsExactlyInAnyOrderElementsOf(entries.stream()
                        .map(SendMessageBatchRequestEntry::messageBody)
                        .toList());
        assertThat(client.deleteMessageBatch(delete -> delete.queueUrl(queue)
                                .entries(received.stream()
                                        .map(message -> DeleteMessageBatchRequestEntry.builder()
                                                .id(message.messageId())
                                                .receiptHandle(message.receiptHandle())
                                                .build())
                                        .toList()))
                        .successful())
                .hasSize(10);
        assertThat(count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
                .isZero();
        List<SendMessageBatchRequestEntry> eleven = new ArrayList<>(entries);
        eleven.add(SendMessageBatchRequestEntry.builder()
                .id("entry-10")
                .messageBody("x")
                .build());
        assertThatThrownBy(() ->
                        client.sendMessageBatch(send -> send.queueUrl(queue).entries(eleven)))
                .isInstanceOf(SqsException.class);
        assertThatThrownBy(() -> client.sendMessageBatch(
                        send -> send.queueUrl(queue).entries(entries.getFirst(), entries.getFirst())))
                .isInstanceOf(SqsException.class);
    }

    /** Amazon SQS API Reference, "ChangeMessageVisibilityBatch": the result of each entry is reported by itself. */
    @Test
    void aBatchOfVisibilitiesFailsEntryByEntry() {
        send("body");
        Message message = receive(queue).getFirst();
        ChangeMessageVisibilityBatchResponse response =
                client.changeMessageVisibilityBatch(change -> change.queueUrl(queue)
                        .entries(released("valid", message.receiptHandle()), released("garbage", "no receipt")));
        assertThat(response.successful())
                .extracting(ChangeMessageVisibilityBatchResultEntry::id)
                .containsExactly("valid");
        assertThat(response.failed()).singleElement().satisfies(failed -> {
            assertThat(failed.id()).isEqualTo("garbage");
            assertThat(failed.senderFault()).isTrue();
        });
        assertThat(receive(queue)).extracting(Message::body).containsExactly("body");
    }

    private static ChangeMessageVisibilityBatchRequestEntry released(String id, String receipt) {
        return ChangeMessageVisibilityBatchRequestEntry.builder()
                .id(id)
                .receiptHandle(receipt)
                .visibilityTimeout(0)
                .build();
    }

    @Test
    void refusesWhatIsNoRequest() {
        assertThatThrownBy(() ->
                        client.receiveMessage(receive -> receive.queueUrl(queue).maxNumberOfMessages(11)))
                .isInstanceOf(SqsException.class);
        assertThatThrownBy(() -> send("\u0000")).isInstanceOf(SqsException.class);
        assertThatThrownBy(() -> client.sendMessage(
                        send -> send.queueUrl(queue + "-none").messageBody("body")))
                .isInstanceOf(QueueDoesNotExistException.class);
        assertThatThrownBy(() ->
                        client.deleteMessage(delete -> delete.queueUrl(queue).receiptHandle("no receipt")))
                .isInstanceOf(SqsException.class);
        assertThatThrownBy(() -> send("x".repeat(1024 * 1024 + 1))).isInstanceOf(SqsException.class);
    }
}
