package com.scheduleevents.aws.events;

import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** When DynamoDB may remove a row, in the whole seconds that its time to live takes. */
final class Expiry {

    static final String ATTRIBUTE = "expires_at";

    private Expiry() {}

    /** Rounded up: a row is never removed before its time. */
    static AttributeValue at(Instant time) {
        long seconds = time.getNano() == 0 ? time.getEpochSecond() : time.getEpochSecond() + 1;
        return AttributeValue.fromN(Long.toString(seconds));
    }
}
