package com.scheduleevents.aws.tables;

import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values as the rows of every table hold them; {@link Row} reads them. */
public final class Attributes {

    /** The attribute by which DynamoDB removes expired rows, in every table that has any. */
    public static final String EXPIRES_AT = "expires_at";

    private Attributes() {}

    /** A string. */
    public static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    /** A list of strings. */
    public static AttributeValue texts(List<String> values) {
        return AttributeValue.fromL(values.stream().map(AttributeValue::fromS).toList());
    }

    /** A whole number. */
    public static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    /** A time in milliseconds since 1970, so that conditions can compare it. */
    public static AttributeValue millis(Instant time) {
        return number(time.toEpochMilli());
    }

    /** The value of {@link #EXPIRES_AT}: whole seconds since 1970, rounded up so that no row is removed too early. */
    public static AttributeValue expiry(Instant time) {
        return number(time.getNano() == 0 ? time.getEpochSecond() : time.getEpochSecond() + 1);
    }

    /** The present time as conditions compare it with {@link #EXPIRES_AT}: rows outlive it until DynamoDB removes them. */
    public static AttributeValue seconds(Instant now) {
        return number(now.getEpochSecond());
    }
}
