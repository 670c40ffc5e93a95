package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A webhook's identity (specification, section 2.2).
 *
 * @param value {@code whk_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record WebhookId(String value) implements Comparable<WebhookId> {

    /** What every webhook identifier begins with. */
    public static final String PREFIX = "whk_";

    /** Refuses what is no such identifier. */
    public WebhookId {
        Identifiers.require(PREFIX, value);
    }

    /** Mints a new identifier; later ones sort after earlier ones. */
    public static WebhookId mint(Instant now, RandomGenerator random) {
        return new WebhookId(Ulids.mint(PREFIX, now, random));
    }

    /** Reads an identifier; empty when the text is none. */
    public static Optional<WebhookId> parse(String text) {
        return Identifiers.isValid(PREFIX, text) ? Optional.of(new WebhookId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(WebhookId other) {
        return value.compareTo(other.value);
    }
}
