package com.scheduleevents.aws.usage;

import static com.scheduleevents.aws.tables.Attributes.millis;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRows;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * Counted usage, one row a clinic and day, and one a day that says when it was counted. It outlives the events that it was
 * counted from: nothing here expires. Every write may be repeated, and meets its own earlier try as what it wants.
 */
public final class DynamoUsage implements UsageRows, UsageRowWriter {

    private static final String NOT_OVERTAKEN = "attribute_not_exists(#began) OR #began <= :began";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the Usage table's name
     */
    public DynamoUsage(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Map<UsageDay, Instant> counted(AccountId account, UsageDay from, UsageDay to) {
        return rows(between(account, UsageItem.day(from), UsageItem.day(to)))
                .map(UsageItem::counted)
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(UsageItem.CountedDay::day, UsageItem.CountedDay::began));
    }

    @Override
    public List<Row> newestFirst(AccountId account, UsageDay from, UsageDay to, Optional<UsageKey> before, int max) {
        String newest = before.filter(key -> key.day().compareTo(to) <= 0)
                .map(UsageItem::key)
                .orElseGet(() -> UsageItem.lastOf(to));
        // The one that it starts after is part of what is asked for.
        return rows(between(account, UsageItem.firstOf(from), newest)
                        .scanIndexForward(false)
                        .limit(max + 1))
                .map(UsageItem::row)
                .filter(row -> before.isEmpty() || row.key().compareTo(before.get()) < 0)
                .limit(max)
                .toList();
    }

    @Override
    public Map<UsageKey, Usage> find(AccountId account, Set<UsageKey> keys) {
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(keys.stream()
                        .map(key -> UsageItem.key(account, UsageItem.key(key)))
                        .toList())
                .build();
        // The paginator asks again for what DynamoDB left out.
        return dynamoDb.batchGetItemPaginator(get -> get.requestItems(Map.of(table, wanted))).stream()
                .flatMap(part -> part.responses().getOrDefault(table, List.of()).stream())
                .map(UsageItem::row)
                .collect(Collectors.toMap(Row::key, Row::usage));
    }

    @Override
    public Claim claim(AccountId account, UsageDay day, Instant began) {
        try {
            var before = dynamoDb.updateItem(update -> update.tableName(table)
                    .key(UsageItem.key(account, UsageItem.day(day)))
                    .updateExpression("SET #began = :began")
                    .conditionExpression(NOT_OVERTAKEN)
                    .expressionAttributeNames(Map.of("#began", UsageItem.CLAIMED))
                    .expressionAttributeValues(Map.of(":began", millis(began)))
                    .returnValues(ReturnValue.ALL_OLD));
            return UsageItem.isFinished(before.attributes()) ? Claim.ALONE : Claim.DISPUTED;
        } catch (ConditionalCheckFailedException later) {
            return Claim.OVERTAKEN;
        }
    }

    @Override
    public Map<ClinicId, Usage> written(AccountId account, UsageDay day) {
        return rows(between(account, UsageItem.firstOf(day), UsageItem.lastOf(day))
                        .consistentRead(true))
                .map(UsageItem::row)
                .collect(Collectors.toMap(row -> row.key().clinic(), Row::usage));
    }

    @Override
    public boolean put(AccountId account, UsageKey key, Usage usage, Instant began) {
        Map<String, AttributeValue> item = new HashMap<>(UsageItem.key(account, UsageItem.key(key)));
        item.putAll(UsageItem.values(usage, began));
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(item)
                    .conditionExpression(NOT_OVERTAKEN)
                    .expressionAttributeNames(Map.of("#began", UsageItem.BEGAN))
                    .expressionAttributeValues(Map.of(":began", millis(began))));
            return true;
        } catch (ConditionalCheckFailedException later) {
            return false;
        }
    }

    @Override
    public void finish(AccountId account, UsageDay day, Instant began) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(UsageItem.key(account, UsageItem.day(day)))
                    .updateExpression("SET #finished = :began")
                    .conditionExpression("#claimed = :began")
                    .expressionAttributeNames(Map.of("#finished", UsageItem.FINISHED, "#claimed", UsageItem.CLAIMED))
                    .expressionAttributeValues(Map.of(":began", millis(began))));
        } catch (ConditionalCheckFailedException later) {
            return; // that one says so itself when it has come to its end
        }
    }

    private QueryRequest.Builder between(AccountId account, String oldest, String newest) {
        return QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression("account_id = :account AND #key BETWEEN :oldest AND :newest")
                .expressionAttributeNames(Map.of("#key", UsageItem.SORT))
                .expressionAttributeValues(Map.of(
                        ":account", text(account.value()),
                        ":oldest", text(oldest),
                        ":newest", text(newest)));
    }

    private Stream<Map<String, AttributeValue>> rows(QueryRequest.Builder query) {
        return dynamoDb.queryPaginator(query.build()).items().stream();
    }
}
