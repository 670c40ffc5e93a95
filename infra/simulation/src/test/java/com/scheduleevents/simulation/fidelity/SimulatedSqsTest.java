package com.scheduleevents.simulation.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageNotInflightException;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@Tag("world")
class SimulatedSqsTest extends SqsContract {

    private final CalmWorld world;
    private final SqsClient sqs;

    SimulatedSqsTest() {
        CalmWorld calm = new CalmWorld();
        SqsClient client = calm.sqs();
        world = calm;
        sqs = client;
        super(client);
    }

    private String queue(String name, Map<QueueAttributeName, String> attributes) {
        return sqs.createQueue(create -> create.queueName(name).attributes(attributes))
                .queueUrl();
    }

    private List<Message> receive(String queue) {
        return sqs.receiveMessage(receive -> receive.queueUrl(queue)
                        .maxNumberOfMessages(10)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    private void send(String queue, String body) {
        sqs.sendMessage(send -> send.queueUrl(queue).messageBody(body));
    }

    /** Amazon SQS API Reference, "ChangeMessageVisibility": MessageNotInflight. ElasticMQ takes any receipt that it gave. */
    @Test
    void aReceiptOfAnEarlierReceiveReleasesNothing() {
        String queue = queue("receipts", Map.of());
        send(queue, "body");
        Message message = receive(queue).getFirst();
        sqs.changeMessageVisibility(change ->
                change.queueUrl(queue).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
        assertThatThrownBy(() -> sqs.changeMessageVisibility(change -> change.queueUrl(queue)
                        .receiptHandle(message.receiptHandle())
                        .visibilityTimeout(0)))
                .isInstanceOf(MessageNotInflightException.class);
        receive(queue);
        sqs.deleteMessage(delete -> delete.queueUrl(queue).receiptHandle(message.receiptHandle()));
        world.scheduler().runFor(Duration.ofMinutes(1));
        assertThat(receive(queue)).hasSize(1);
    }

    @Test
    void aDelayIsOverWhenItIsOver() {
        String queue = queue("delays", Map.of());
        sqs.sendMessage(send -> send.queueUrl(queue).messageBody("later").delaySeconds(900));
        world.scheduler().runFor(Duration.ofSeconds(895));
        assertThat(receive(queue)).isEmpty();
        world.scheduler().runFor(Duration.ofSeconds(5));
        assertThat(receive(queue)).hasSize(1);
    }

    @Test
    void aMessageThatIsNotDeletedComesAgain() {
        String queue = queue("visibility", Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "60"));
        send(queue, "body");
        receive(queue);
        world.scheduler().runFor(Duration.ofSeconds(55));
        assertThat(receive(queue)).isEmpty();
        world.scheduler().runFor(Duration.ofSeconds(5));
        assertThat(receive(queue).getFirst().attributes())
                .containsEntry(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "2");
    }

    @Test
    void aLongPollWaitsForAMessage() {
        String queue = queue("long", Map.of());
        sqs.sendMessage(send -> send.queueUrl(queue).messageBody("soon").delaySeconds(7));
        assertThat(sqs.receiveMessage(receive -> receive.queueUrl(queue).waitTimeSeconds(20))
                        .messages())
                .hasSize(1);
    }

    /** Amazon SQS Developer Guide, "Using dead-letter queues": of a standard queue, a message keeps its enqueue timestamp. */
    @Test
    void aDeadLetterIsKeptFromWhenItWasFirstSent() {
        String dead = queue("old-dead", Map.of(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "3600"));
        String queue = queue(
                "old",
                Map.of(
                        QueueAttributeName.VISIBILITY_TIMEOUT,
                        "1800",
                        QueueAttributeName.REDRIVE_POLICY,
                        "{\"deadLetterTargetArn\":\"arn:aws:sqs:us-east-1:000000000000:old-dead\",\"maxReceiveCount\":1}"));
        send(queue, "body");
        receive(queue);
        world.scheduler().runFor(Duration.ofMinutes(31));
        assertThat(receive(queue)).isEmpty();
        assertThat(receive(dead)).hasSize(1);
        world.scheduler().runFor(Duration.ofMinutes(30));
        assertThat(receive(dead)).isEmpty();
        assertThat(sqs.getQueueAttributes(get -> get.queueUrl(dead).attributeNames(QueueAttributeName.ALL))
                        .attributes())
                .containsEntry(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE, "0");
    }

    /** Amazon SQS Developer Guide, "How Amazon SQS fair queues work". */
    @Test
    void aGroupThatTakesMoreThanItsShareWaits() {
        String queue = queue("fair", Map.of());
        sendTo(queue, "noisy", 200);
        IntStream.range(0, 5).forEach(_ -> receive(queue));
        IntStream.range(0, 5)
                .forEach(i -> sqs.sendMessage(
                        send -> send.queueUrl(queue).messageBody("quiet").messageGroupId("quiet-" + i)));
        assertThat(receive(queue))
                .extracting(Message::body)
                .filteredOn("quiet"::equals)
                .hasSize(5);
    }

    /** Amazon SQS Developer Guide, "How Amazon SQS fair queues work". */
    @Test
    void ofTwoGroupsThatTakeMoreThanTheirShareTheOneWithFewerInFlightComesFirst() {
        String queue = queue("two-floods", Map.of());
        sendTo(queue, "first", 100);
        IntStream.range(0, 6).forEach(_ -> receive(queue));
        sendTo(queue, "second", 50);
        assertThat(IntStream.range(0, 5)
                        .boxed()
                        .flatMap(_ -> receive(queue).stream())
                        .map(Message::body))
                .hasSize(50)
                .containsOnly("second");
    }

    private void sendTo(String queue, String group, int count) {
        IntStream.range(0, count)
                .forEach(_ -> sqs.sendMessage(
                        send -> send.queueUrl(queue).messageBody(group).messageGroupId(group)));
    }
}
