package com.scheduleevents.aws.rates;

import static com.scheduleevents.aws.tables.DynamoValues.number;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.domain.rate.RateLimit;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.rate.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The token buckets, one row each, which says when the bucket is full again. Taking tokens is one conditional write. Its form depends
 * on whether that time has passed: the environment writes what it expects, and once more when that was wrong.
 */
public final class DynamoSharedTokens implements SharedTokens {

    /** Identifies the bucket. */
    public static final Attribute<String> ID = Attribute.text("id");

    /** When the bucket is full again, in microseconds since 1970. */
    public static final Attribute<Instant> FULL_AT = Attribute.number("full_at")
            .as(
                    micros -> Instant.EPOCH.plus(micros, ChronoUnit.MICROS),
                    time -> ChronoUnit.MICROS.between(Instant.EPOCH, time));

    /** A row that is not there means a full bucket, so it may expire any time after that. */
    private static final Duration KEPT = Duration.ofDays(1);

    /** Others may write in between, and each time makes the other form the right one. */
    private static final int MAX_TRIES = 4;

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the table of request rates */
    public DynamoSharedTokens(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Taken take(RateLimit limit, long tokens, long required, TokenBucket seen, Instant time) {
        Instant now = time.truncatedTo(ChronoUnit.MICROS);
        TokenBucket known = seen;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            try {
                return new Taken(true, write(limit, tokens, required, known, now));
            } catch (ConditionalCheckFailedException otherwise) {
                known = bucket(otherwise.item()).orElseGet(() -> TokenBucket.full(now));
                if (known.timeOf(limit.rate(), required).isAfter(now)) {
                    return new Taken(false, known);
                }
            }
        }
        return new Taken(false, known);
    }

    private TokenBucket write(RateLimit limit, long tokens, long required, TokenBucket known, Instant now) {
        UpdateItemRequest update =
                known.fullAt().isAfter(now) ? later(limit, tokens, required, now) : fromNow(limit, tokens, now);
        return bucket(dynamoDb.updateItem(update).attributes())
                .orElseThrow(() -> new IllegalStateException("DynamoDB returned no " + FULL_AT));
    }

    /** The bucket is not full: it is full so much later. */
    private UpdateItemRequest later(RateLimit limit, long tokens, long required, Instant now) {
        Rate rate = limit.rate();
        Map<String, AttributeValue> values = values(now, now.plus(rate.timeFor(tokens)));
        values.put(":cost", number(ChronoUnit.MICROS.between(now, now.plus(rate.timeFor(tokens)))));
        // A bucket that is full at this time, and not later, has the tokens that are required.
        values.put(":latest", FULL_AT.write(now.plus(rate.timeFor(rate.burst() - required))));
        return update(limit)
                .conditionExpression(FULL_AT + " > :now AND " + FULL_AT + " <= :latest")
                .updateExpression(
                        "SET " + FULL_AT + " = " + FULL_AT + " + :cost, " + Attribute.EXPIRES_AT + " = :expires")
                .expressionAttributeValues(values)
                .build();
    }

    /** The bucket is full: from now on it is not. */
    private UpdateItemRequest fromNow(RateLimit limit, long tokens, Instant now) {
        Instant then = now.plus(limit.rate().timeFor(tokens));
        Map<String, AttributeValue> values = values(now, then);
        values.put(":then", FULL_AT.write(then));
        return update(limit)
                .conditionExpression("attribute_not_exists(" + FULL_AT + ") OR " + FULL_AT + " <= :now")
                .updateExpression("SET " + FULL_AT + " = :then, " + Attribute.EXPIRES_AT + " = :expires")
                .expressionAttributeValues(values)
                .build();
    }

    private UpdateItemRequest.Builder update(RateLimit limit) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(Map.of(ID.name(), ID.write(limit.subject().name().toLowerCase(Locale.ROOT) + "#" + limit.id())))
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }

    private static Map<String, AttributeValue> values(Instant now, Instant then) {
        return new HashMap<>(
                Map.of(":now", FULL_AT.write(now), ":expires", Attribute.EXPIRES_AT.write(then.plus(KEPT))));
    }

    private static Optional<TokenBucket> bucket(Map<String, AttributeValue> item) {
        return new Row("request rates", item).find(FULL_AT).map(TokenBucket::new);
    }
}
