package com.scheduleevents.aws.events;

import static com.scheduleevents.aws.tables.DynamoValues.seconds;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The idempotency keys in use, one row each. */
public final class DynamoIdempotency implements IdempotencyStore {

    /** The account and the idempotency key. */
    public static final Attribute<String> KEY = Attribute.text("account_key");

    /** The condition of a claim: DynamoDB deletes expired rows late. */
    public static final String FREE = "attribute_not_exists(" + KEY + ") OR " + Attribute.EXPIRES_AT + " <= :now";

    /** Identifies the request. */
    public static final Attribute<String> FINGERPRINT = Attribute.text("fingerprint");

    /** The event that a key stands for. */
    public static final Attribute<EventId> EVENT = Attribute.text("event_id").as(EventId::new, EventId::value);

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Idempotency table */
    public DynamoIdempotency(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Optional<Claim> claim(AccountId account, IdempotencyKey key, Claim wanted, Instant now) {
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(item(account, key, wanted))
                    .conditionExpression(FREE)
                    .expressionAttributeValues(at(now))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return Optional.empty();
        } catch (ConditionalCheckFailedException taken) {
            Claim earlier = claim(new Row("Idempotency", taken.item()));
            // The SDK repeats a write whose response was lost; the row then contains this claim already.
            return Optional.of(earlier).filter(claim -> !claim.event().equals(wanted.event()));
        }
    }

    @Override
    public Optional<Claim> replace(AccountId account, IdempotencyKey key, EventId from, Claim to) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(new Item().with(KEY, accountKey(account, key)).toMap())
                    .updateExpression("SET " + EVENT + " = :to, " + Attribute.EXPIRES_AT + " = :expires_at")
                    .conditionExpression(EVENT + " = :from")
                    .expressionAttributeValues(Map.of(
                            ":from", EVENT.write(from),
                            ":to", EVENT.write(to.event()),
                            ":expires_at", Attribute.EXPIRES_AT.write(to.expiresAt())))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return Optional.of(to);
        } catch (ConditionalCheckFailedException replaced) {
            // After a lost response, it is the wanted claim.
            return Optional.of(replaced.item())
                    .filter(item -> !item.isEmpty())
                    .map(item -> claim(new Row("Idempotency", item)));
        }
    }

    /** The value of the condition {@link #FREE}. */
    public static Map<String, AttributeValue> at(Instant now) {
        return Map.of(":now", seconds(now));
    }

    static String accountKey(AccountId account, IdempotencyKey key) {
        return prefix(account) + key.value();
    }

    /** How the keys of an account's rows begin. */
    public static String prefix(AccountId account) {
        return account.value() + "#";
    }

    static Map<String, AttributeValue> item(AccountId account, IdempotencyKey key, Claim claim) {
        return new Item()
                .with(KEY, accountKey(account, key))
                .with(FINGERPRINT, claim.fingerprint())
                .with(EVENT, claim.event())
                .with(Attribute.EXPIRES_AT, claim.expiresAt())
                .toMap();
    }

    static Claim claim(Row row) {
        return new Claim(row.get(FINGERPRINT), row.get(EVENT), row.get(Attribute.EXPIRES_AT));
    }
}
