package com.scheduleevents.domain.account;

import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.id.Ulids;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * An API key's public name; it is no secret.
 *
 * @param value {@code key_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record ApiKeyId(String value) {

    /** What every such identifier begins with. */
    public static final String PREFIX = "key_";

    /** Refuses what is no such identifier. */
    public ApiKeyId {
        Identifiers.require(PREFIX, value);
    }

    /** Mints a new identifier; later ones sort after earlier ones. */
    public static ApiKeyId mint(Instant now, RandomGenerator random) {
        return new ApiKeyId(Ulids.mint(PREFIX, now, random));
    }

    /** Reads an identifier; empty when the text is none. */
    public static Optional<ApiKeyId> parse(String text) {
        return Identifiers.isValid(PREFIX, text) ? Optional.of(new ApiKeyId(text)) : Optional.empty();
    }
}
