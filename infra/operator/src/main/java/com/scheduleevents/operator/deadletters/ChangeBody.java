package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A schedule change, as it goes back to its queue. Where a producer gave no idempotency key the recorder takes SQS's name for
 * the message, and a message that is put back gets a new one: then one that was recorded before it died, or that is put back
 * twice, would be recorded twice. So its name as a dead letter, which SQS keeps when it moves it, becomes its key.
 */
final class ChangeBody {

    static final String KEY = "idempotency_key";

    private ChangeBody() {}

    /** The letter's text, with a key; every other character as it was. */
    static String keyed(DeadLetter letter) {
        String body = letter.body();
        JsonNode json = DeadLetterReader.json(body);
        if (!json.isObject() || json.has(KEY)) {
            return body;
        }
        int inside = body.indexOf('{') + 1;
        String field = "\"" + KEY + "\":\"" + letter.id() + "\"" + (json.isEmpty() ? "" : ",");
        return body.substring(0, inside) + field + body.substring(inside);
    }
}
