package com.scheduleevents.e2e;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Reads the tables and queues of a cloud where the API does not show their contents. */
final class StackState {

    private final StackAccess stack;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;

    StackState(StackAccess stack) {
        this.stack = stack;
        this.dynamoDb = stack.dynamoDb();
        this.sqs = stack.sqs();
    }

    /** The row of a webhook of the demo account; empty when it was deleted. */
    Map<String, AttributeValue> webhook(String id) {
        return dynamoDb.getItem(get -> get.tableName(stack.table("WebhooksTable"))
                        .key(Map.of("account_id", AttributeValue.fromS("acc_demo"), "id", AttributeValue.fromS(id)))
                        .consistentRead(true))
                .item();
    }

    boolean isCircuitOpen(String webhook) {
        return webhook(webhook).containsKey("circuit");
    }

    /** How many deliveries of a webhook are in the backlog, of any generation. */
    int backlog(String webhook) {
        return (int) dynamoDb.scanPaginator(scan -> scan.tableName(stack.table("BacklogTable"))).items().stream()
                .filter(row -> Objects.requireNonNull(row.get("webhook_generation"))
                        .s()
                        .startsWith(webhook))
                .count();
    }

    /** Whether a queue has no messages: none visible, delayed or in flight. */
    boolean isEmpty(String queue) {
        return messages(queue) == 0;
    }

    /** How many messages a queue has, in any state. */
    int messages(String queue) {
        return messages(
                queue,
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED,
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE);
    }

    private int messages(String queue, QueueAttributeName... states) {
        return sqs
                .getQueueAttributes(
                        request -> request.queueUrl(stack.queue(queue)).attributeNames(states))
                .attributes()
                .values()
                .stream()
                .mapToInt(Integer::parseInt)
                .sum();
    }

    /**
     * A message of a dead-letter queue, which stays there for other tests. Space does not count: LocalStack parses JSON and writes it
     * anew before a function gets it.
     *
     * @param part what its body contains
     */
    Optional<Message> deadLetter(String queue, String part) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(stack.queue(queue))
                        .messageAttributeNames("All")
                        .maxNumberOfMessages(10)
                        .visibilityTimeout(0))
                .messages()
                .stream()
                .filter(message -> withoutSpace(message.body()).contains(withoutSpace(part)))
                .findFirst();
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }

    /** Sends a message to a queue. */
    void send(String queue, String body) {
        sqs.sendMessage(message -> message.queueUrl(stack.queue(queue)).messageBody(body));
    }
}
