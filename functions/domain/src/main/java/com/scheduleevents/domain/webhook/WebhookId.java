package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The id of a webhook (requirement R18).
 *
 * @param value {@code whk_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record WebhookId(String value) implements Comparable<WebhookId> {

    /** The prefix of every webhook id. */
    public static final String PREFIX = "whk_";

    /** Rejects text of another form. */
    public WebhookId {
        Identifiers.require(PREFIX, value);
    }

    /** Creates a new id; ids sort by the time of creation. */
    public static WebhookId mint(Instant now, RandomGenerator random) {
        return new WebhookId(Ulids.mint(PREFIX, now, random));
    }

    /** Parses an id; empty when the text has another form. */
    public static Optional<WebhookId> parse(String text) {
        return Identifiers.isValid(PREFIX, text) ? Optional.of(new WebhookId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(WebhookId other) {
        return value.compareTo(other.value);
    }
}
