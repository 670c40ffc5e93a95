package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.Placeholders;
import com.scheduleevents.cloud.dynamodb.expressions.UpdateExpression;
import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.requests.KnownFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes of single items. */
final class WriteOperations {

    private static final KnownFields PUT = KnownFields.of(
            "TableName",
            "Item",
            "ReturnValues",
            "ReturnConsumedCapacity",
            "ConditionExpression",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "ReturnValuesOnConditionCheckFailure");
    private static final KnownFields UPDATE = KnownFields.of(
            "TableName",
            "Key",
            "ReturnValues",
            "ReturnConsumedCapacity",
            "UpdateExpression",
            "ConditionExpression",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "ReturnValuesOnConditionCheckFailure");
    private static final KnownFields DELETE = KnownFields.of(
            "TableName",
            "Key",
            "ReturnValues",
            "ReturnConsumedCapacity",
            "ConditionExpression",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "ReturnValuesOnConditionCheckFailure");
    private static final KnownFields BATCH = KnownFields.of("RequestItems");

    /** Amazon DynamoDB API Reference, "BatchWriteItem". */
    private static final int MOST_WRITES = 25;

    private final StoredTables tables;
    private final ServiceFaults faults;

    WriteOperations(StoredTables tables, ServiceFaults faults) {
        this.tables = tables;
        this.faults = faults;
    }

    PutItemResponse put(PutItemRequest request) {
        PUT.require(request);
        requireNoneOrAllOld(request.returnValues());
        ItemWrite write = ItemWrite.put(
                tables.named(request.tableName()),
                request.item(),
                request.conditionExpression(),
                new Placeholders(request.expressionAttributeNames(), request.expressionAttributeValues()));
        Written written = written(write, request.returnValuesOnConditionCheckFailure());
        PutItemResponse.Builder response = PutItemResponse.builder()
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity(), write.table(), written.units()));
        allOld(request.returnValues(), written).ifPresent(response::attributes);
        return response.build();
    }

    UpdateItemResponse update(UpdateItemRequest request) {
        UPDATE.require(request);
        ItemWrite write = ItemWrite.update(
                tables.named(request.tableName()),
                request.key(),
                request.updateExpression(),
                request.conditionExpression(),
                new Placeholders(request.expressionAttributeNames(), request.expressionAttributeValues()));
        Written written = written(write, request.returnValuesOnConditionCheckFailure());
        UpdateItemResponse.Builder response = UpdateItemResponse.builder()
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity(), write.table(), written.units()));
        returned(request.returnValues(), write, written).ifPresent(response::attributes);
        return response.build();
    }

    DeleteItemResponse delete(DeleteItemRequest request) {
        DELETE.require(request);
        requireNoneOrAllOld(request.returnValues());
        ItemWrite write = ItemWrite.delete(
                tables.named(request.tableName()),
                request.key(),
                request.conditionExpression(),
                new Placeholders(request.expressionAttributeNames(), request.expressionAttributeValues()));
        Written written = written(write, request.returnValuesOnConditionCheckFailure());
        DeleteItemResponse.Builder response = DeleteItemResponse.builder()
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity(), write.table(), written.units()));
        allOld(request.returnValues(), written).ifPresent(response::attributes);
        return response.build();
    }

    BatchWriteItemResponse batch(BatchWriteItemRequest request) {
        BATCH.require(request);
        List<Map.Entry<String, WriteRequest>> requests = new ArrayList<>();
        List<ItemWrite> writes = new ArrayList<>();
        Set<List<Object>> keys = new HashSet<>();
        new TreeMap<>(request.requestItems())
                .forEach((name, all) -> all.forEach(one -> {
                    ItemWrite write = write(tables.named(name), one);
                    if (!keys.add(List.of(name, write.key()))) {
                        throw DynamoDbErrors.validation("Provided list of item keys contains duplicates");
                    }
                    requests.add(Map.entry(name, one));
                    writes.add(write);
                }));
        if (writes.isEmpty() || writes.size() > MOST_WRITES) {
            throw DynamoDbErrors.validation("Too many items requested for the BatchWriteItem call");
        }
        Map<String, List<WriteRequest>> unprocessed = new TreeMap<>();
        for (int i = 0; i < writes.size(); i++) {
            ItemWrite write = writes.get(i);
            String table = write.table().schema().name();
            boolean left = write.table().isLocked(write.key())
                    || faults.strikes(FaultKind.UNPROCESSED, new CallSite("world", "batchWriteItem", table));
            if (left) {
                unprocessed
                        .computeIfAbsent(table, _ -> new ArrayList<>())
                        .add(requests.get(i).getValue());
            } else {
                written(write, null);
            }
        }
        return BatchWriteItemResponse.builder().unprocessedItems(unprocessed).build();
    }

    private static ItemWrite write(SimulatedTable table, WriteRequest request) {
        Placeholders none = new Placeholders(Map.of(), Map.of());
        if (request.putRequest() != null) {
            return ItemWrite.put(table, request.putRequest().item(), null, none);
        }
        return ItemWrite.delete(table, request.deleteRequest().key(), null, none);
    }

    private static Written written(ItemWrite write, @Nullable ReturnValuesOnConditionCheckFailure onFailure) {
        if (write.table().isLocked(write.key())) {
            throw DynamoDbErrors.conflict();
        }
        SortedMap<String, AttributeValue> before = write.before();
        if (!write.conditionHolds()) {
            write.table().consumption().write(ItemSize.of(before));
            boolean shown = onFailure == ReturnValuesOnConditionCheckFailure.ALL_OLD && !before.isEmpty();
            throw DynamoDbErrors.conditionFailed(shown ? Optional.of(before) : Optional.empty());
        }
        Optional<SortedMap<String, AttributeValue>> after = write.after();
        double units = write.table().consumption().write(write.size(after));
        write.make(after);
        return new Written(before, after.orElseGet(TreeMap::new), units);
    }

    private static void requireNoneOrAllOld(@Nullable ReturnValue wanted) {
        if (wanted != null && wanted != ReturnValue.NONE && wanted != ReturnValue.ALL_OLD) {
            throw DynamoDbErrors.validation("ReturnValues can only be ALL_OLD or NONE");
        }
    }

    private static Optional<SortedMap<String, AttributeValue>> allOld(@Nullable ReturnValue wanted, Written written) {
        return wanted == ReturnValue.ALL_OLD && !written.before().isEmpty()
                ? Optional.of(written.before())
                : Optional.empty();
    }

    private static Optional<SortedMap<String, AttributeValue>> returned(
            @Nullable ReturnValue wanted, ItemWrite write, Written written) {
        return switch (Objects.requireNonNullElse(wanted, ReturnValue.NONE)) {
            case NONE -> Optional.empty();
            case ALL_OLD -> allOld(wanted, written);
            case ALL_NEW -> Optional.of(written.after());
            case UPDATED_OLD -> updated(write, written.before());
            case UPDATED_NEW -> updated(write, written.after());
            case UNKNOWN_TO_SDK_VERSION -> throw DynamoDbErrors.validation("unknown ReturnValues");
        };
    }

    private static Optional<SortedMap<String, AttributeValue>> updated(
            ItemWrite write, SortedMap<String, AttributeValue> item) {
        if (!(write.action() instanceof ItemWrite.Action.Update(var _, Optional<UpdateExpression> expression))) {
            throw new IllegalStateException("only an update has updated attributes");
        }
        if (expression.isPresent() && !expression.get().isTopLevel()) {
            throw new UnsupportedOperationException("the updated parts of attributes are not simulated");
        }
        SortedMap<String, AttributeValue> touched = new TreeMap<>(item);
        touched.keySet().retainAll(expression.map(UpdateExpression::attributes).orElse(Set.of()));
        return touched.isEmpty() ? Optional.empty() : Optional.of(touched);
    }

    private record Written(
            SortedMap<String, AttributeValue> before, SortedMap<String, AttributeValue> after, double units) {}
}
