package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.InvalidExpression;
import com.scheduleevents.cloud.dynamodb.expressions.Placeholders;
import com.scheduleevents.cloud.faults.SimulatedCall;
import com.scheduleevents.cloud.requests.KnownFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Writes that are made together or not at all. From its arrival to its end other writes of the same items are refused, and so
 * is the transaction if it meets another one.
 */
final class WriteTransaction implements SimulatedCall<TransactWriteItemsResponse> {

    private static final KnownFields FIELDS = KnownFields.of("TransactItems", "ClientRequestToken");

    /** Amazon DynamoDB API Reference, "TransactWriteItems". */
    private static final int MOST_ITEMS = 100;

    private static final long MOST_BYTES = 4L * 1024 * 1024;

    private final StoredTables tables;
    private final TransactionTokens tokens;
    private final TransactWriteItemsRequest request;
    private final Duration processing;
    private List<Part> parts = List.of();
    private boolean done;

    /**
     * @param processing how long it takes
     */
    WriteTransaction(
            StoredTables tables, TransactionTokens tokens, TransactWriteItemsRequest request, Duration processing) {
        this.tables = tables;
        this.tokens = tokens;
        this.request = request;
        this.processing = processing;
    }

    @Override
    public Duration processing() {
        return processing;
    }

    @Override
    public WriteTransaction arrive() {
        FIELDS.require(request);
        done = tokens.isDone(request);
        if (!done) {
            begin();
        }
        return this;
    }

    private void begin() {
        parts = request.transactItems().stream().map(this::part).toList();
        requirePossible();
        List<CancellationReason> conflicts = parts.stream()
                .map(part -> part.write.table().isLocked(part.write.key())
                        ? reason("TransactionConflict", "Transaction is ongoing for the item")
                        : none())
                .toList();
        if (conflicts.stream().anyMatch(reason -> !reason.code().equals("None"))) {
            throw DynamoDbErrors.cancelled(conflicts);
        }
        parts.forEach(part -> part.write.table().lock(part.write.key()));
        tokens.begin(request);
    }

    @Override
    public TransactWriteItemsResponse apply() {
        if (!done) {
            try {
                write();
            } finally {
                tokens.end(request);
                parts.forEach(part -> part.write.table().unlock(part.write.key()));
            }
        }
        return TransactWriteItemsResponse.builder().build();
    }

    private void write() {
        List<CancellationReason> reasons = new ArrayList<>();
        List<Optional<SortedMap<String, AttributeValue>>> outcomes = new ArrayList<>();
        for (Part part : parts) {
            reasons.add(reason(part, outcomes));
        }
        if (reasons.stream().anyMatch(reason -> !reason.code().equals("None"))) {
            parts.forEach(
                    part -> part.write.table().consumption().transactionalWrite(ItemSize.of(part.write.before())));
            throw DynamoDbErrors.cancelled(reasons);
        }
        for (int i = 0; i < parts.size(); i++) {
            ItemWrite write = parts.get(i).write;
            write.table().consumption().transactionalWrite(write.size(outcomes.get(i)));
            write.make(outcomes.get(i));
        }
        tokens.remember(request);
    }

    /** Why it cannot be made; the outcome is noted where it can. */
    private static CancellationReason reason(Part part, List<Optional<SortedMap<String, AttributeValue>>> outcomes) {
        if (!part.write.conditionHolds()) {
            CancellationReason.Builder failed =
                    reason("ConditionalCheckFailed", "The conditional request failed").toBuilder();
            SortedMap<String, AttributeValue> before = part.write.before();
            if (part.onFailure == ReturnValuesOnConditionCheckFailure.ALL_OLD && !before.isEmpty()) {
                failed.item(before);
            }
            return failed.build();
        }
        try {
            outcomes.add(part.write.after());
            return none();
        } catch (InvalidExpression e) {
            return reason("ValidationError", String.valueOf(e.getMessage()));
        } catch (DynamoDbException e) {
            return reason("ValidationError", e.awsErrorDetails().errorMessage());
        }
    }

    private void requirePossible() {
        if (parts.isEmpty() || parts.size() > MOST_ITEMS) {
            throw DynamoDbErrors.validation("Member must have length between 1 and " + MOST_ITEMS);
        }
        Set<List<Object>> items = new HashSet<>();
        for (Part part : parts) {
            if (!items.add(List.of(part.write.table().schema().name(), part.write.key()))) {
                throw DynamoDbErrors.validation("Transaction request cannot include multiple operations on one item");
            }
        }
        long bytes = parts.stream()
                .mapToLong(part -> part.write.action() instanceof ItemWrite.Action.Put(var item)
                        ? ItemSize.of(item)
                        : ItemSize.of(part.write.before()))
                .sum();
        if (bytes > MOST_BYTES) {
            throw DynamoDbErrors.validation("Collection size of the transaction exceeds 4 MB");
        }
    }

    private Part part(TransactWriteItem item) {
        long given = Stream.of(item.put(), item.update(), item.delete(), item.conditionCheck())
                .filter(Objects::nonNull)
                .count();
        if (given != 1) {
            throw DynamoDbErrors.validation("TransactItems can only contain one of Check, Put, Update or Delete");
        }
        if (item.put() != null) {
            Put put = item.put();
            return new Part(
                    ItemWrite.put(
                            tables.named(put.tableName()),
                            put.item(),
                            put.conditionExpression(),
                            new Placeholders(put.expressionAttributeNames(), put.expressionAttributeValues())),
                    put.returnValuesOnConditionCheckFailure());
        }
        if (item.update() != null) {
            Update update = item.update();
            return new Part(
                    ItemWrite.update(
                            tables.named(update.tableName()),
                            update.key(),
                            update.updateExpression(),
                            update.conditionExpression(),
                            new Placeholders(update.expressionAttributeNames(), update.expressionAttributeValues())),
                    update.returnValuesOnConditionCheckFailure());
        }
        if (item.delete() != null) {
            Delete delete = item.delete();
            return new Part(
                    ItemWrite.delete(
                            tables.named(delete.tableName()),
                            delete.key(),
                            delete.conditionExpression(),
                            new Placeholders(delete.expressionAttributeNames(), delete.expressionAttributeValues())),
                    delete.returnValuesOnConditionCheckFailure());
        }
        ConditionCheck check = item.conditionCheck();
        return new Part(
                ItemWrite.check(
                        tables.named(check.tableName()),
                        check.key(),
                        check.conditionExpression(),
                        new Placeholders(check.expressionAttributeNames(), check.expressionAttributeValues())),
                check.returnValuesOnConditionCheckFailure());
    }

    private static CancellationReason none() {
        return CancellationReason.builder().code("None").build();
    }

    private static CancellationReason reason(String code, String message) {
        return CancellationReason.builder().code(code).message(message).build();
    }

    private record Part(ItemWrite write, @Nullable ReturnValuesOnConditionCheckFailure onFailure) {}
}
