package com.scheduleevents.aws.requests;

import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.request.KeyedRequest;
import com.scheduleevents.domain.request.RequestKeys;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The idempotency keys of requests, one row each, beside those of events. */
public final class DynamoRequestKeys implements RequestKeys {

    private static final Attribute<String> ULID = Attribute.text("ulid");
    private static final Attribute<Instant> UNDER_WAY_UNTIL = Attribute.millis("under_way_until");

    /** The request is the one that was read, and nobody has taken over since. */
    private static final String SAME = ULID + " = :ulid AND " + UNDER_WAY_UNTIL + " = :until";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Idempotency table */
    public DynamoRequestKeys(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    /** The key of a row. */
    public static Map<String, AttributeValue> rowKey(AccountId account, IdempotencyKey key) {
        return new Item()
                .with(DynamoIdempotency.KEY, prefix(account) + key.value())
                .toMap();
    }

    /** How the keys of an account's rows begin: its first word, with which no account id begins, separates these from the keys of events. */
    public static String prefix(AccountId account) {
        return "webhooks#" + account.value() + "#";
    }

    @Override
    public Optional<KeyedRequest> take(AccountId account, IdempotencyKey key, KeyedRequest wanted, Instant now) {
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(item(account, key, wanted))
                    .conditionExpression(DynamoIdempotency.FREE)
                    .expressionAttributeValues(DynamoIdempotency.at(now))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return Optional.empty();
        } catch (ConditionalCheckFailedException taken) {
            KeyedRequest earlier = Row.read("Idempotency", taken.item(), DynamoRequestKeys::request);
            // The SDK repeats a write whose response was lost; the row is then its own.
            return Optional.of(earlier).filter(found -> !found.ulid().equals(wanted.ulid()));
        }
    }

    @Override
    public boolean replace(AccountId account, IdempotencyKey key, KeyedRequest read, KeyedRequest next) {
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(item(account, key, next))
                    .conditionExpression(SAME)
                    .expressionAttributeValues(same(read)));
            return true;
        } catch (ConditionalCheckFailedException _) {
            return false;
        }
    }

    @Override
    public void free(AccountId account, IdempotencyKey key, KeyedRequest read) {
        try {
            dynamoDb.deleteItem(delete -> delete.tableName(table)
                    .key(rowKey(account, key))
                    .conditionExpression(SAME)
                    .expressionAttributeValues(same(read)));
        } catch (ConditionalCheckFailedException _) {
            // An earlier try of this deletion has succeeded, or another request has taken over.
        }
    }

    private static Map<String, AttributeValue> same(KeyedRequest read) {
        return Map.of(
                ":ulid",
                ULID.write(read.ulid()),
                ":until",
                UNDER_WAY_UNTIL.write(read.underWayUntil().orElseThrow()));
    }

    private static Map<String, AttributeValue> item(AccountId account, IdempotencyKey key, KeyedRequest request) {
        Map<String, AttributeValue> row = new HashMap<>(rowKey(account, key));
        row.putAll(new Item()
                .with(DynamoIdempotency.FINGERPRINT, request.fingerprint())
                .with(ULID, request.ulid())
                .with(UNDER_WAY_UNTIL, request.underWayUntil())
                .with(Attribute.EXPIRES_AT, request.expiresAt())
                .toMap());
        return Map.copyOf(row);
    }

    /** A request that has changed a webhook creates nothing: its row has no ULID. */
    private static KeyedRequest request(Row row) {
        return new KeyedRequest(
                row.get(DynamoIdempotency.FINGERPRINT),
                row.find(ULID).orElse(""),
                row.find(UNDER_WAY_UNTIL),
                row.get(Attribute.EXPIRES_AT));
    }
}
