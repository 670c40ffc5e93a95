package com.scheduleevents.aws.replays;

import static com.scheduleevents.aws.tables.DynamoValues.seconds;
import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.audit.AuditRow;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The replays, one row each, and a second row for each webhook that has a running replay. The beginning and the end of a replay are
 * transactions of both rows; the SDK gives each transaction a token, so that one whose response was lost is not repeated. Progress is a
 * single write, which recognises an earlier try of its own.
 */
public final class DynamoReplays implements ReplayStore {

    private static final String ABSENT = "attribute_not_exists(" + ReplayRow.ID + ")";

    /** A try fails only when a concurrent write has succeeded or is in progress. */
    private static final int TRIES = 20;

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final Optional<String> auditLog;

    /**
     * The replays, for a function that starts none.
     *
     * @param table the name of the Replays table
     */
    public DynamoReplays(DynamoDbClient dynamoDb, String table) {
        this(dynamoDb, table, Optional.empty());
    }

    /**
     * @param table the name of the Replays table
     * @param auditLog the name of the AuditLog table
     */
    public DynamoReplays(DynamoDbClient dynamoDb, String table, String auditLog) {
        this(dynamoDb, table, Optional.of(auditLog));
    }

    private DynamoReplays(DynamoDbClient dynamoDb, String table, Optional<String> auditLog) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
        this.auditLog = auditLog;
    }

    @Override
    public Optional<Replay> start(Replay replay, Instant expiresAt, AuditEntry entry) {
        TransactWriteItem row = TransactWriteItem.builder()
                .put(put -> put.tableName(table.name())
                        .item(ReplayRow.item(replay, expiresAt))
                        .conditionExpression(ABSENT))
                .build();
        TransactWriteItem running = TransactWriteItem.builder()
                .put(put -> put.tableName(table.name())
                        .item(ReplayRow.running(replay, expiresAt))
                        // DynamoDB deletes expired rows late.
                        .conditionExpression(ABSENT + " OR " + Attribute.EXPIRES_AT + " <= :now")
                        .expressionAttributeValues(Map.of(":now", seconds(replay.createdAt()))))
                .build();
        TransactWriteItem audit = AuditRow.put(auditLog.orElseThrow(), entry);
        for (int tries = 0; tries < TRIES; tries++) {
            if (Transaction.write(dynamoDb, row, running, audit)) {
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
        return table.find(ReplayRow.key(webhook, id)).map(ReplayRow::read);
    }

    @Override
    public List<Replay> newestFirst(WebhookId webhook, Optional<ReplayId> olderThan, int max) {
        // Every id is smaller than the prefix with a tilde; the second row of the webhook sorts after it.
        String last = olderThan.map(ReplayId::value).orElse(ReplayId.PREFIX + "~");
        return table.read(table.partition(ReplayRow.WEBHOOK, ReplayRow.WEBHOOK.write(webhook))
                        .keyConditionExpression(
                                ReplayRow.WEBHOOK + " = :webhook AND " + ReplayRow.ID + " BETWEEN :first AND :last")
                        .expressionAttributeValues(Map.of(
                                ":webhook",
                                text(webhook.value()),
                                ":first",
                                text(ReplayId.PREFIX),
                                ":last",
                                text(last)))
                        .scanIndexForward(false)
                        .limit(max + 1))
                .map(ReplayRow::read)
                .filter(replay -> !Optional.of(replay.id()).equals(olderThan))
                .limit(max)
                .toList();
    }

    @Override
    public boolean replace(Replay read, Replay now) {
        ReplayUpdate wanted = new ReplayUpdate(read, now);
        return now.isRunning() ? advance(wanted) : end(wanted);
    }

    @Override
    public boolean cancel(Replay read, Replay cancelled, AuditEntry entry) {
        return end(new ReplayUpdate(read, cancelled), AuditRow.put(auditLog.orElseThrow(), entry));
    }

    private boolean advance(ReplayUpdate wanted) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table.name())
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

    private boolean end(ReplayUpdate wanted, TransactWriteItem... besides) {
        Replay now = wanted.now();
        TransactWriteItem row = TransactWriteItem.builder()
                .update(update -> update.tableName(table.name())
                        .key(ReplayRow.key(now.webhook(), now.id()))
                        .conditionExpression(ReplayUpdate.CONDITION)
                        .updateExpression(wanted.expression())
                        .expressionAttributeValues(wanted.values()))
                .build();
        TransactWriteItem running = TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table.name()).key(ReplayRow.runningKey(now.webhook())))
                .build();
        TransactWriteItem[] writes =
                Stream.concat(Stream.of(row, running), Stream.of(besides)).toArray(TransactWriteItem[]::new);
        for (int tries = 0; tries < TRIES; tries++) {
            if (Transaction.write(dynamoDb, writes)) {
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
        return table.find(ReplayRow.runningKey(webhook))
                .map(ReplayRow::running)
                .flatMap(id -> find(webhook, id))
                .filter(Replay::isRunning);
    }

    private static IllegalStateException tooManyTries() {
        return new IllegalStateException("a replay could not be written because of too many concurrent writes");
    }
}
