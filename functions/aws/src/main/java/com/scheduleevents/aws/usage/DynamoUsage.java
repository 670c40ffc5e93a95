package com.scheduleevents.aws.usage;

import static com.scheduleevents.aws.tables.DynamoValues.millis;
import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.FigureRows;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * The stored usage: one row per clinic and day, one per webhook and day, and one per day that says when it was counted. The rows do not expire,
 * unlike the events. All writes are idempotent.
 */
public final class DynamoUsage implements UsageRows, UsageRowWriter, FigureRows {

    private static final String NOT_OVERTAKEN = "attribute_not_exists(#began) OR #began <= :began";

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the Usage table */
    public DynamoUsage(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public Map<UsageDay, Instant> counted(AccountId account, UsageDay from, UsageDay to) {
        return table.read(between(account, UsageItem.day(from), UsageItem.day(to)))
                .map(UsageItem::counted)
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(UsageItem.CountedDay::day, UsageItem.CountedDay::began));
    }

    @Override
    public List<ClinicUsage> newestFirst(
            AccountId account, UsageDay from, UsageDay to, Optional<UsageKey> before, int max) {
        String newest = before.filter(key -> key.day().compareTo(to) <= 0)
                .map(UsageItem::key)
                .orElseGet(() -> UsageItem.lastOf(to));
        // The range includes the row that the page starts after.
        return table.read(between(account, UsageItem.firstOf(from), newest)
                        .scanIndexForward(false)
                        .limit(max + 1))
                .map(UsageItem::row)
                .filter(row -> before.isEmpty() || row.key().compareTo(before.get()) < 0)
                .limit(max)
                .toList();
    }

    @Override
    public Map<UsageKey, Usage> find(AccountId account, Set<UsageKey> keys) {
        return table.findAll(
                        keys.stream()
                                .map(key -> UsageItem.key(account, UsageItem.key(key)))
                                .toList(),
                        false)
                .map(UsageItem::row)
                .collect(Collectors.toMap(ClinicUsage::key, ClinicUsage::usage));
    }

    @Override
    public Claim claim(AccountId account, UsageDay day, Instant began) {
        try {
            var before = dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(UsageItem.key(account, UsageItem.day(day)))
                    .updateExpression("SET #began = :began")
                    .conditionExpression(NOT_OVERTAKEN)
                    .expressionAttributeNames(Map.of("#began", UsageItem.CLAIMED.name()))
                    .expressionAttributeValues(Map.of(":began", millis(began)))
                    .returnValues(ReturnValue.ALL_OLD));
            return UsageItem.isFinished(before.attributes()) ? Claim.ALONE : Claim.DISPUTED;
        } catch (ConditionalCheckFailedException later) {
            return Claim.OVERTAKEN;
        }
    }

    @Override
    public Map<ClinicId, Usage> written(AccountId account, UsageDay day) {
        return table.read(between(account, UsageItem.firstOf(day), UsageItem.lastOf(day))
                        .consistentRead(true))
                .map(UsageItem::row)
                .collect(Collectors.toMap(row -> row.key().clinic(), ClinicUsage::usage));
    }

    @Override
    public boolean put(AccountId account, UsageKey key, Usage usage, Instant began) {
        return replace(UsageItem.item(account, key, usage, began), began);
    }

    @Override
    public void put(AccountId account, UsageDay day, WebhookId webhook, DayFigures figures, Instant began) {
        replace(UsageItem.item(account, day, webhook, figures, began), began);
    }

    private boolean replace(Map<String, AttributeValue> item, Instant began) {
        try {
            dynamoDb.putItem(put -> put.tableName(table.name())
                    .item(item)
                    .conditionExpression(NOT_OVERTAKEN)
                    .expressionAttributeNames(Map.of("#began", UsageItem.BEGAN.name()))
                    .expressionAttributeValues(Map.of(":began", millis(began))));
            return true;
        } catch (ConditionalCheckFailedException later) {
            return false;
        }
    }

    @Override
    public Map<UsageDay, DayFigures> find(AccountId account, WebhookId webhook, Set<UsageDay> days) {
        return table.findAll(
                        days.stream()
                                .map(day -> UsageItem.key(account, UsageItem.key(day, webhook)))
                                .toList(),
                        false)
                .map(UsageItem::figures)
                .collect(Collectors.toMap(UsageItem.WebhookDay::day, UsageItem.WebhookDay::figures));
    }

    @Override
    public Sums sum(AccountId account, UsageDay from, UsageDay to, int max) {
        List<UsageItem.WebhookDay> read = table.read(
                        between(account, UsageItem.firstWebhookOf(from), UsageItem.lastWebhookOf(to))
                                .scanIndexForward(false)
                                .limit(max + 1))
                .map(UsageItem::figures)
                .limit(max + 1L)
                .toList();
        Map<UsageDay, DayFigures> days = read.stream()
                .limit(max)
                .collect(Collectors.toMap(UsageItem.WebhookDay::day, UsageItem.WebhookDay::figures, DayFigures::plus));
        return new Sums(days, read.size(), read.size() <= max);
    }

    @Override
    public void finish(AccountId account, UsageDay day, Instant began) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(UsageItem.key(account, UsageItem.day(day)))
                    .updateExpression("SET #finished = :began")
                    .conditionExpression("#claimed = :began")
                    .expressionAttributeNames(
                            Map.of("#finished", UsageItem.FINISHED.name(), "#claimed", UsageItem.CLAIMED.name()))
                    .expressionAttributeValues(Map.of(":began", millis(began))));
        } catch (ConditionalCheckFailedException later) {
            return; // The later count marks the day when it is written.
        }
    }

    /** Eventually consistent, which halves the cost. */
    private QueryRequest.Builder between(AccountId account, String oldest, String newest) {
        return table.partition(UsageItem.ACCOUNT, UsageItem.ACCOUNT.write(account))
                .keyConditionExpression(UsageItem.ACCOUNT + " = :account AND #key BETWEEN :oldest AND :newest")
                .expressionAttributeNames(Map.of("#key", UsageItem.SORT.name()))
                .expressionAttributeValues(Map.of(
                        ":account", text(account.value()),
                        ":oldest", text(oldest),
                        ":newest", text(newest)))
                .consistentRead(false);
    }
}
