package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * How the mailbox treats the next calls.
 *
 * @param does throttle, refuse or fail; accept by default
 * @param times how many more calls are treated so
 */
record MailboxOrder(@JsonProperty("do") String does, int times) {

    static final MailboxOrder NONE = new MailboxOrder("accept", 0);

    /** @throws IllegalArgumentException when it is malformed */
    static MailboxOrder of(JsonNode wish) {
        String does = wish.path("do").asText();
        int times = wish.path("times").asInt(1);
        if (!does.equals("throttle") && !does.equals("refuse") && !does.equals("fail")) {
            throw new IllegalArgumentException("\"do\" is throttle, refuse or fail.");
        }
        if (times < 1) {
            throw new IllegalArgumentException("\"times\" is at least 1.");
        }
        return new MailboxOrder(does, times);
    }

    /** The order that remains after one call. */
    MailboxOrder next() {
        return times > 1 ? new MailboxOrder(does, times - 1) : NONE;
    }

    int status() {
        return does.equals("fail") ? 503 : 400;
    }

    SesError refusal() {
        return switch (does) {
            case "throttle" -> new SesError("Throttling", "Maximum sending rate exceeded.");
            case "refuse" -> new SesError("MessageRejected", "Email address is not verified.");
            default -> new SesError("ServiceUnavailable", "The service is unavailable.");
        };
    }
}
