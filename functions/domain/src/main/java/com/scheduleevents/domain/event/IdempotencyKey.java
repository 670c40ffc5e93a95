package com.scheduleevents.domain.event;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A producer's own name for a request, by which a repeat is told from a new one.
 *
 * @param value 1 to 255 printable ASCII characters
 */
public record IdempotencyKey(String value) {

    /** What a key has to look like, for messages to clients. */
    public static final String EXPECTED = "1 to 255 printable ASCII characters";

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]{0,253}[\\x21-\\x7e])?");

    /** Refuses what is no key. */
    public IdempotencyKey {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not an idempotency key: expected " + EXPECTED);
        }
    }

    /** Reads a key; empty when the text is none. */
    public static Optional<IdempotencyKey> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new IdempotencyKey(text)) : Optional.empty();
    }
}
