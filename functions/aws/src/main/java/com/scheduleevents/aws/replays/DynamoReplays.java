package com.scheduleevents.aws.replays;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;
import static com.scheduleevents.aws.tables.Attributes.seconds;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The replays, one row each, and one more row a webhook while one of its replays runs. A replay begins and ends in a
 * transaction with that row; the SDK gives each transaction a token, so that one whose answer was lost is not carried out
 * twice. Progress is a single write, which recognises itself.
 */
public final class DynamoReplays implements ReplayStore {

    /** What a transaction fails with that another one, or another write, was faster than. */
    private static final Set<String> OVERTAKEN = Set.of("ConditionalCheckFailed", "TransactionConflict", "None");

    /** Each try fails only when another transaction succeeded, or was just being carried out. */
    private static final int TRIES = 20;

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the name of the table
     */
    public DynamoReplays(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Optional<Replay> start(Replay replay, Instant expiresAt) {
        TransactWriteItem row = TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(ReplayRow.item(replay, expiresAt))
                        .conditionExpression("attribute_not_exists(id)"))
                .build();
        TransactWriteItem running = TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(ReplayRow.running(replay, expiresAt))
                        // A row outlives its time until DynamoDB comes round to removing it.
                        .conditionExpression("attribute_not_exists(id) OR " + EXPIRES_AT + " <= :now")
                        .expressionAttributeValues(Map.of(":now", seconds(replay.createdAt()))))
                .build();
        for (int tries = 0; tries < TRIES; tries++) {
            if (written(row, running)) {
                return Optional.empty();
            }
            Optional<Replay> other =
                    running(replay.webhook()).filter(found -> !found.id().equals(replay.id()));
            if (other.isPresent()) {
                return other;
            }
        }
        throw tooManyTries();
    }

    @Override
    public Optional<Replay> find(WebhookId webhook, ReplayId id) {
        return item(ReplayRow.key(webhook, id)).map(ReplayRow::read);
    }

    @Override
    public List<Replay> newestFirst(WebhookId webhook, Optional<ReplayId> olderThan, int max) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":webhook", text(webhook.value()),
                ":first", text(ReplayId.PREFIX),
                // Everything that begins with the prefix is below it; the row that says which one runs is above.
                ":last", text(olderThan.map(ReplayId::value).orElse(ReplayId.PREFIX + "~"))));
        return dynamoDb
                .queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("webhook_id = :webhook AND id BETWEEN :first AND :last")
                        .expressionAttributeValues(values)
                        .scanIndexForward(false)
                        .consistentRead(true)
                        .limit(max + 1))
                .items()
                .stream()
                .map(ReplayRow::read)
                .filter(replay -> !Optional.of(replay.id()).equals(olderThan))
                .limit(max)
                .toList();
    }

    @Override
    public boolean replace(Replay read, Replay now) {
        return now.isRunning() ? advance(new ReplayUpdate(read, now)) : end(new ReplayUpdate(read, now));
    }

    private boolean advance(ReplayUpdate wanted) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(ReplayRow.key(wanted.now().webhook(), wanted.now().id()))
                    .conditionExpression(ReplayUpdate.CONDITION)
                    .updateExpression(wanted.expression())
                    .expressionAttributeValues(wanted.values())
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return true;
        } catch (ConditionalCheckFailedException goneOrOtherwise) {
            return goneOrOtherwise.hasItem()
                    && ReplayRow.read(goneOrOtherwise.item()).equals(wanted.now());
        }
    }

    private boolean end(ReplayUpdate wanted) {
        Replay now = wanted.now();
        TransactWriteItem row = TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(ReplayRow.key(now.webhook(), now.id()))
                        .conditionExpression(ReplayUpdate.CONDITION)
                        .updateExpression(wanted.expression())
                        .expressionAttributeValues(wanted.values()))
                .build();
        TransactWriteItem running = TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table).key(ReplayRow.runningKey(now.webhook())))
                .build();
        for (int tries = 0; tries < TRIES; tries++) {
            if (written(row, running)) {
                return true;
            }
            Optional<Replay> found = find(now.webhook(), now.id());
            if (!found.equals(Optional.of(wanted.read()))) {
                return found.equals(Optional.of(now));
            }
        }
        throw tooManyTries();
    }

    private Optional<Replay> running(WebhookId webhook) {
        return item(ReplayRow.runningKey(webhook))
                .map(ReplayRow::running)
                .flatMap(id -> find(webhook, id))
                .filter(Replay::isRunning);
    }

    private Optional<Map<String, AttributeValue>> item(Map<String, AttributeValue> key) {
        return Optional.of(dynamoDb.getItem(get -> get.tableName(table).key(key).consistentRead(true))
                        .item())
                .filter(item -> !item.isEmpty());
    }

    /** Whether the transaction was carried out; not when a condition is not met or another one is in the way. */
    private boolean written(TransactWriteItem... writes) {
        try {
            dynamoDb.transactWriteItems(transaction -> transaction.transactItems(writes));
            return true;
        } catch (TransactionCanceledException e) {
            if (e.cancellationReasons().stream().allMatch(reason -> OVERTAKEN.contains(reason.code()))) {
                return false;
            }
            throw e;
        }
    }

    private static IllegalStateException tooManyTries() {
        return new IllegalStateException("a replay's row could not be written: too many others wrote it at once");
    }
}
