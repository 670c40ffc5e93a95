package com.scheduleevents.aws.tables;

import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values as DynamoDB stores them, for the values of expressions; {@link Attribute} writes and reads rows. */
public final class DynamoValues {

    private DynamoValues() {}

    /** A string. */
    public static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    /** A whole number. */
    public static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    /** A time in milliseconds since 1970. */
    public static AttributeValue millis(Instant time) {
        return number(time.toEpochMilli());
    }

    /** The present time as conditions compare it with {@link Attribute#EXPIRES_AT}: DynamoDB deletes expired rows late. */
    public static AttributeValue seconds(Instant now) {
        return number(now.getEpochSecond());
    }
}
