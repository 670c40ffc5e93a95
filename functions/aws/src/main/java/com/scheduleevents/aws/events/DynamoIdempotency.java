package com.scheduleevents.aws.events;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;
import static com.scheduleevents.aws.tables.Attributes.expiry;
import static com.scheduleevents.aws.tables.Attributes.seconds;
import static com.scheduleevents.aws.tables.Attributes.text;

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

/** The idempotency keys in use, one row each; claiming one is one write. */
public final class DynamoIdempotency implements IdempotencyStore {

    /** A row outlives its time until DynamoDB comes round to removing it. */
    static final String FREE = "attribute_not_exists(account_key) OR expires_at <= :now";

    static final String KEY = "account_key";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the name of the table
     */
    public DynamoIdempotency(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Optional<Claim> claim(AccountId account, IdempotencyKey key, Claim wanted, Instant now) {
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(row(account, key, wanted))
                    .conditionExpression(FREE)
                    .expressionAttributeValues(at(now))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return Optional.empty();
        } catch (ConditionalCheckFailedException taken) {
            Claim earlier = claim(new Row("Idempotency", taken.item()));
            // The SDK repeats a write whose answer was lost: then what is in the way is this very claim.
            return Optional.of(earlier).filter(claim -> !claim.event().equals(wanted.event()));
        }
    }

    static Map<String, AttributeValue> at(Instant now) {
        return Map.of(":now", seconds(now));
    }

    static Map<String, AttributeValue> key(AccountId account, IdempotencyKey key) {
        return Map.of(KEY, text(accountKey(account, key)));
    }

    static String accountKey(AccountId account, IdempotencyKey key) {
        return account.value() + "#" + key.value();
    }

    static Map<String, AttributeValue> row(AccountId account, IdempotencyKey key, Claim claim) {
        return Map.of(
                KEY,
                text(accountKey(account, key)),
                "fingerprint",
                text(claim.fingerprint()),
                "event_id",
                text(claim.event().value()),
                EXPIRES_AT,
                expiry(claim.expiresAt()));
    }

    static Claim claim(Row row) {
        return new Claim(
                row.text("fingerprint"),
                new EventId(row.text("event_id")),
                Instant.ofEpochSecond(row.number(EXPIRES_AT)));
    }
}
