package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.AttributeForm;
import com.scheduleevents.cloud.dynamodb.expressions.Placeholders;
import com.scheduleevents.cloud.dynamodb.expressions.ProjectionExpression;
import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.requests.KnownFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Reads of single items. */
final class ReadOperations {

    private static final KnownFields GET = KnownFields.of(
            "TableName",
            "Key",
            "ConsistentRead",
            "ProjectionExpression",
            "ExpressionAttributeNames",
            "ReturnConsumedCapacity");
    private static final KnownFields BATCH_GET = KnownFields.of("RequestItems", "ReturnConsumedCapacity");
    private static final KnownFields KEYS =
            KnownFields.of("Keys", "ConsistentRead", "ProjectionExpression", "ExpressionAttributeNames");

    /** Amazon DynamoDB API Reference, "BatchGetItem". */
    private static final int MOST_KEYS = 100;

    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private final StoredTables tables;
    private final ServiceFaults faults;

    ReadOperations(StoredTables tables, ServiceFaults faults) {
        this.tables = tables;
        this.faults = faults;
    }

    GetItemResponse get(GetItemRequest request) {
        GET.require(request);
        SimulatedTable table = tables.named(request.tableName());
        KeyTuple key = table.schema().keys().exactly(AttributeForm.of(request.key()));
        Optional<ProjectionExpression> projection =
                projection(request.projectionExpression(), request.expressionAttributeNames());
        boolean consistent = Boolean.TRUE.equals(request.consistentRead());
        Optional<SortedMap<String, AttributeValue>> item = table.at(key, table.seenUntil(consistent));
        double units = table.consumption().read(item.map(ItemSize::of).orElse(0L), consistent);
        GetItemResponse.Builder response =
                GetItemResponse.builder().consumedCapacity(Capacity.of(request.returnConsumedCapacity(), table, units));
        item.ifPresent(found -> response.item(projected(found, projection)));
        return response.build();
    }

    BatchGetItemResponse batchGet(BatchGetItemRequest request) {
        BATCH_GET.require(request);
        int keys = request.requestItems().values().stream()
                .mapToInt(wanted -> wanted.keys().size())
                .sum();
        if (keys == 0 || keys > MOST_KEYS) {
            throw DynamoDbErrors.validation("Too many items requested for the BatchGetItem call");
        }
        Map<String, List<Map<String, AttributeValue>>> found = new TreeMap<>();
        Map<String, KeysAndAttributes> unprocessed = new HashMap<>();
        long bytes = 0;
        for (Map.Entry<String, KeysAndAttributes> wanted : new TreeMap<>(request.requestItems()).entrySet()) {
            SimulatedTable table = tables.named(wanted.getKey());
            List<Map<String, AttributeValue>> items = new ArrayList<>();
            List<Map<String, AttributeValue>> left = new ArrayList<>();
            BatchPart part = new BatchPart(table, wanted.getValue());
            for (Map<String, AttributeValue> key : wanted.getValue().keys()) {
                boolean done = bytes < MOST_BYTES && !isLeft(wanted.getKey());
                Optional<SortedMap<String, AttributeValue>> item = done ? part.read(key) : Optional.empty();
                if (!done) {
                    left.add(key);
                }
                bytes += item.map(ItemSize::of).orElse(0L);
                item.ifPresent(present -> items.add(projected(present, part.projection)));
            }
            found.put(wanted.getKey(), items);
            if (!left.isEmpty()) {
                unprocessed.put(
                        wanted.getKey(),
                        wanted.getValue().toBuilder().keys(left).build());
            }
        }
        return BatchGetItemResponse.builder()
                .responses(found)
                .unprocessedKeys(unprocessed)
                .build();
    }

    private boolean isLeft(String table) {
        return faults.strikes(FaultKind.UNPROCESSED, new CallSite("world", "batchGetItem", table));
    }

    static Optional<ProjectionExpression> projection(String text, Map<String, String> names) {
        Placeholders placeholders = new Placeholders(names, Map.of());
        Optional<ProjectionExpression> projection =
                Optional.ofNullable(text).map(given -> ProjectionExpression.read(given, placeholders));
        placeholders.requireAllUsed();
        return projection;
    }

    static SortedMap<String, AttributeValue> projected(
            SortedMap<String, AttributeValue> item, Optional<ProjectionExpression> projection) {
        return projection.map(wanted -> wanted.of(item)).orElse(item);
    }

    /** What a batch wants of one table. */
    private static final class BatchPart {

        private final SimulatedTable table;
        private final boolean consistent;
        private final Optional<ProjectionExpression> projection;
        private final Set<KeyTuple> keys = new HashSet<>();

        BatchPart(SimulatedTable table, KeysAndAttributes wanted) {
            KEYS.require(wanted);
            this.table = table;
            this.consistent = Boolean.TRUE.equals(wanted.consistentRead());
            this.projection =
                    ReadOperations.projection(wanted.projectionExpression(), wanted.expressionAttributeNames());
        }

        Optional<SortedMap<String, AttributeValue>> read(Map<String, AttributeValue> wanted) {
            KeyTuple key = table.schema().keys().exactly(AttributeForm.of(wanted));
            if (!keys.add(key)) {
                throw DynamoDbErrors.validation("Provided list of item keys contains duplicates");
            }
            Optional<SortedMap<String, AttributeValue>> item = table.at(key, table.seenUntil(consistent));
            table.consumption().read(item.map(ItemSize::of).orElse(0L), consistent);
            return item;
        }
    }
}
