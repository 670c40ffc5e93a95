package com.scheduleevents.e2e;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** What tables and queues of a cloud hold, where no answer of the API tells it. */
final class StackState {

    private final StackAccess backstage;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;

    StackState(StackAccess backstage) {
        this.backstage = backstage;
        this.dynamoDb = backstage.dynamoDb();
        this.sqs = backstage.sqs();
    }

    /** The row of a webhook of the account of the three clinics; empty when it is gone. */
    Map<String, AttributeValue> webhook(String id) {
        return dynamoDb.getItem(get -> get.tableName(backstage.table("WebhooksTable"))
                        .key(Map.of("account_id", AttributeValue.fromS("acc_demo"), "id", AttributeValue.fromS(id)))
                        .consistentRead(true))
                .item();
    }

    boolean isCircuitOpen(String webhook) {
        return webhook(webhook).containsKey("circuit");
    }

    /** How many backlogged deliveries a probe of a webhook with an open circuit releases; 0: it is not held. */
    int pace(String webhook) {
        return Optional.ofNullable(webhook(webhook).get("circuit"))
                .map(held -> Integer.parseInt(
                        Objects.requireNonNull(held.m().get("pace")).n()))
                .orElse(0);
    }

    /** How many deliveries to a webhook are in the backlog, in whatever generation. */
    int backlog(String webhook) {
        return (int) dynamoDb.scanPaginator(scan -> scan.tableName(backstage.table("BacklogTable"))).items().stream()
                .filter(row -> Objects.requireNonNull(row.get("webhook_generation"))
                        .s()
                        .startsWith(webhook))
                .count();
    }

    /** Whether a queue holds nothing: nothing visible, nothing delayed, nothing being handled. */
    boolean isEmpty(String queue) {
        return messages(queue) == 0;
    }

    /** Whether a queue holds nothing that a function is at work on. */
    boolean isIdle(String queue) {
        return messages(queue, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE) == 0;
    }

    /** How many messages a queue holds, in whatever state. */
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
                        request -> request.queueUrl(backstage.queue(queue)).attributeNames(states))
                .attributes()
                .values()
                .stream()
                .mapToInt(Integer::parseInt)
                .sum();
    }

    /** Puts a message on a queue, as anybody might who can. */
    void send(String queue, String body) {
        sqs.sendMessage(message -> message.queueUrl(backstage.queue(queue)).messageBody(body));
    }
}
