package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.AttributeForm;
import com.scheduleevents.cloud.dynamodb.expressions.Condition;
import com.scheduleevents.cloud.dynamodb.expressions.KeyCondition;
import com.scheduleevents.cloud.dynamodb.expressions.KeyCondition.SortRange;
import com.scheduleevents.cloud.dynamodb.expressions.Placeholders;
import com.scheduleevents.cloud.dynamodb.expressions.ProjectionExpression;
import com.scheduleevents.cloud.requests.KnownFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Reads of many items. */
final class QueryOperations {

    private static final KnownFields QUERY = KnownFields.of(
            "TableName",
            "IndexName",
            "Select",
            "Limit",
            "ConsistentRead",
            "ScanIndexForward",
            "ExclusiveStartKey",
            "ReturnConsumedCapacity",
            "ProjectionExpression",
            "FilterExpression",
            "KeyConditionExpression",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues");
    private static final KnownFields SCAN = KnownFields.of(
            "TableName",
            "Select",
            "Limit",
            "ConsistentRead",
            "ExclusiveStartKey",
            "ReturnConsumedCapacity",
            "ProjectionExpression",
            "FilterExpression",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues");

    private final StoredTables tables;

    QueryOperations(StoredTables tables) {
        this.tables = tables;
    }

    QueryResponse query(QueryRequest request) {
        QUERY.require(request);
        SimulatedTable table = tables.named(request.tableName());
        Optional<StoredIndex> index = Optional.ofNullable(request.indexName()).map(table::index);
        Placeholders placeholders =
                new Placeholders(request.expressionAttributeNames(), request.expressionAttributeValues());
        KeySchema keys =
                index.map(own -> own.schema().keys()).orElse(table.schema().keys());
        if (request.keyConditionExpression() == null) {
            throw DynamoDbErrors.validation(
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        }
        KeyCondition wanted =
                KeyCondition.read(request.keyConditionExpression(), placeholders, keys.partition(), keys.sort());
        PageRequest page = new PageRequest(
                table,
                index,
                filter(request.filterExpression(), placeholders, keys.names()),
                projection(request.projectionExpression(), placeholders),
                limit(request.limit()),
                Boolean.TRUE.equals(request.consistentRead()),
                isCount(request.select(), request.projectionExpression()));
        placeholders.requireAllUsed();
        requirePossible(page, request.select());
        requireTypes(keys, wanted);
        boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
        Optional<KeyTuple> after = Optional.of(request.exclusiveStartKey())
                .filter(key -> !key.isEmpty())
                .map(key -> start(page, AttributeForm.of(key)));
        ItemPage read = ItemPage.read(page, items(page, wanted, forward, after));
        double units = table.consumption().read(read.bytes(), page.consistent());
        QueryResponse.Builder response = QueryResponse.builder()
                .count(read.counted())
                .scannedCount(read.looked())
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity(), table, units));
        if (!page.countOnly()) {
            response.items(read.items());
        }
        read.last().ifPresent(response::lastEvaluatedKey);
        return response.build();
    }

    ScanResponse scan(ScanRequest request) {
        SCAN.require(request);
        SimulatedTable table = tables.named(request.tableName());
        Placeholders placeholders =
                new Placeholders(request.expressionAttributeNames(), request.expressionAttributeValues());
        PageRequest page = new PageRequest(
                table,
                Optional.empty(),
                filter(request.filterExpression(), placeholders, List.of()),
                projection(request.projectionExpression(), placeholders),
                limit(request.limit()),
                Boolean.TRUE.equals(request.consistentRead()),
                isCount(request.select(), request.projectionExpression()));
        placeholders.requireAllUsed();
        Optional<KeyTuple> after = Optional.of(request.exclusiveStartKey())
                .filter(key -> !key.isEmpty())
                .map(key -> start(page, AttributeForm.of(key)));
        ItemPage read = ItemPage.read(page, everything(page, after));
        double units = table.consumption().read(read.bytes(), page.consistent());
        ScanResponse.Builder response = ScanResponse.builder()
                .count(read.counted())
                .scannedCount(read.looked())
                .consumedCapacity(Capacity.of(request.returnConsumedCapacity(), table, units));
        if (!page.countOnly()) {
            response.items(read.items());
        }
        read.last().ifPresent(response::lastEvaluatedKey);
        return response.build();
    }

    /** Items whose keys are wanted, from the index or the table, as they are seen now. */
    private static Iterator<SortedMap<String, AttributeValue>> items(
            PageRequest page, KeyCondition wanted, boolean forward, Optional<KeyTuple> after) {
        long seen = page.isGlobal() ? 0 : page.table().seenUntil(page.consistent());
        Stream<SortedMap<String, AttributeValue>> items = page.index()
                .map(index -> range(index.entries(), wanted, forward, after).values().stream())
                .orElseGet(() -> range(page.table().rows(), wanted, forward, after).values().stream()
                        .flatMap(row -> row.at(seen).stream()));
        if (wanted.sort().isEmpty()) {
            return items.iterator();
        }
        SortRange range = wanted.sort().get();
        String sort = page.keys().sort().orElseThrow();
        Predicate<SortedMap<String, AttributeValue>> inRange =
                item -> range.holds(Objects.requireNonNull(item.get(sort)));
        // A prefix has no upper bound of its own: forwards, what is behind its last key is never looked at.
        return range.prefix().isPresent() && forward
                ? items.takeWhile(inRange).iterator()
                : items.filter(inRange).iterator();
    }

    private static <V> NavigableMap<KeyTuple, V> range(
            NavigableMap<KeyTuple, V> map, KeyCondition wanted, boolean forward, Optional<KeyTuple> after) {
        KeyTuple low = bound(wanted, wanted.sort().flatMap(SortRange::low), false);
        KeyTuple high = bound(wanted, wanted.sort().flatMap(SortRange::high), true);
        if (low.compareTo(high) > 0) {
            return Collections.emptyNavigableMap();
        }
        NavigableMap<KeyTuple, V> range = map.subMap(low, true, high, true);
        if (!forward) {
            range = range.descendingMap();
        }
        if (after.isEmpty()) {
            return range;
        }
        KeyTuple start = after.get();
        boolean beforeAll = forward ? start.compareTo(low) < 0 : start.compareTo(high) > 0;
        boolean behindAll = forward ? start.compareTo(high) > 0 : start.compareTo(low) < 0;
        if (beforeAll || behindAll) {
            throw DynamoDbErrors.validation(
                    "The provided starting key is outside query boundaries based on provided conditions");
        }
        return range.tailMap(start, false);
    }

    private static KeyTuple bound(KeyCondition wanted, Optional<AttributeValue> sort, boolean high) {
        List<AttributeValue> parts = new ArrayList<>();
        parts.add(wanted.partition());
        sort.ifPresent(parts::add);
        return high ? KeyTuple.behind(parts) : KeyTuple.of(parts);
    }

    /** A scan comes by the partitions in the order of their hashes. */
    private static Iterator<SortedMap<String, AttributeValue>> everything(PageRequest page, Optional<KeyTuple> after) {
        long seen = page.table().seenUntil(page.consistent());
        Comparator<KeyTuple> order = Comparator.comparingInt(KeyTuple::hash).thenComparing(Comparator.naturalOrder());
        return page.table().rows().keySet().stream()
                .sorted(order)
                .filter(key -> after.isEmpty() || order.compare(key, after.get()) > 0)
                .flatMap(key -> page.table().at(key, seen).stream())
                .iterator();
    }

    private static KeyTuple start(PageRequest page, Map<String, AttributeValue> key) {
        KeySchema table = page.table().schema().keys();
        KeyTuple base = table.exactly(table.of(key));
        if (page.index().isEmpty()) {
            if (key.size() != table.names().size()) {
                throw DynamoDbErrors.validation("The provided starting key is invalid");
            }
            return base;
        }
        List<AttributeValue> parts = new ArrayList<>(page.keys()
                .partsIn(key)
                .orElseThrow(() -> DynamoDbErrors.validation("The provided starting key is invalid")));
        parts.addAll(base.parts());
        return KeyTuple.of(parts);
    }

    private static void requireTypes(KeySchema keys, KeyCondition wanted) {
        boolean partitionFits = wanted.partition().type() == keys.types().get(keys.partition());
        boolean sortFits = Stream.concat(
                        wanted.sort().stream().flatMap(range -> range.low().stream()),
                        wanted.sort().stream().flatMap(range -> range.high().stream()))
                .allMatch(bound -> bound.type() == keys.types().get(keys.sort().orElse("")));
        if (!partitionFits || !sortFits) {
            throw DynamoDbErrors.validation(
                    "One or more parameter values were invalid: Condition parameter type does not match schema type");
        }
        if (ItemSize.of(wanted.partition()) == 0) {
            throw DynamoDbErrors.validation(
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.");
        }
    }

    private static void requirePossible(PageRequest page, @Nullable Select select) {
        if (page.isGlobal() && page.consistent()) {
            throw DynamoDbErrors.validation("Consistent reads are not supported on global secondary indexes");
        }
        Optional<List<String>> held =
                page.index().flatMap(index -> index.schema().attributes());
        if (held.isEmpty()) {
            return;
        }
        boolean wantsMore = select == Select.ALL_ATTRIBUTES
                || page.projection().stream().anyMatch(projection -> !held.get().containsAll(projection.attributes()));
        if (wantsMore) {
            throw DynamoDbErrors.validation(
                    "One or more parameter values were invalid: the index does not hold what is asked for");
        }
    }

    private static Optional<Condition> filter(@Nullable String text, Placeholders placeholders, List<String> keys) {
        Optional<Condition> filter =
                Optional.ofNullable(text).map(given -> Condition.read("FilterExpression", given, placeholders));
        filter.stream()
                .flatMap(condition -> condition.attributes().stream())
                .filter(keys::contains)
                .findFirst()
                .ifPresent(key -> {
                    throw DynamoDbErrors.validation(
                            "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
                                    + key);
                });
        return filter;
    }

    private static Optional<ProjectionExpression> projection(@Nullable String text, Placeholders placeholders) {
        return Optional.ofNullable(text).map(given -> ProjectionExpression.read(given, placeholders));
    }

    private static OptionalInt limit(@Nullable Integer limit) {
        if (limit != null && limit < 1) {
            throw DynamoDbErrors.validation("Limit must be greater than or equal to 1");
        }
        return limit == null ? OptionalInt.empty() : OptionalInt.of(limit);
    }

    private static boolean isCount(@Nullable Select select, @Nullable String projection) {
        if (select == null) {
            return false;
        }
        return switch (select) {
            case COUNT -> true;
            case ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES -> {
                if (projection != null) {
                    throw DynamoDbErrors.validation(
                            "Cannot specify the ProjectionExpression when choosing to get " + select);
                }
                yield false;
            }
            case SPECIFIC_ATTRIBUTES -> false;
            case UNKNOWN_TO_SDK_VERSION -> throw DynamoDbErrors.validation("unknown Select");
        };
    }
}
