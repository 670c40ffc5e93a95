package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The body of a schedule change that is redriven. Without an idempotency key the recorder uses the SQS message id, which is a new
 * one for a redriven message, so a change that was recorded before it failed, or is redriven twice, would be recorded twice. So
 * the message id in the dead-letter queue, which SQS keeps when it moves a message there, becomes the key.
 */
final class ChangeBody {

    static final String KEY = "idempotency_key";

    private ChangeBody() {}

    /** The body with an idempotency key, otherwise unchanged. */
    static String keyed(DeadLetter message) {
        String body = message.body();
        JsonNode json = DeadLetterReader.json(body);
        if (!json.isObject() || json.has(KEY)) {
            return body;
        }
        int inside = body.indexOf('{') + 1;
        String field = "\"" + KEY + "\":\"" + message.id() + "\"" + (json.isEmpty() ? "" : ",");
        return body.substring(0, inside) + field + body.substring(inside);
    }
}
