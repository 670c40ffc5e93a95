package com.scheduleevents.domain.account;

import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The id of an API key, which is not secret.
 *
 * @param value {@code key_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record ApiKeyId(String value) {

    /** The prefix of every key id. */
    public static final String PREFIX = "key_";

    /** Rejects text of another form. */
    public ApiKeyId {
        Identifiers.require(PREFIX, value);
    }

    /** Creates a new id; ids sort by the time of creation. */
    public static ApiKeyId mint(Instant now, RandomGenerator random) {
        return new ApiKeyId(Ulids.mint(PREFIX, now, random));
    }

    /** Parses an id; empty when the text has another form. */
    public static Optional<ApiKeyId> parse(String text) {
        return Identifiers.isValid(PREFIX, text) ? Optional.of(new ApiKeyId(text)) : Optional.empty();
    }
}
