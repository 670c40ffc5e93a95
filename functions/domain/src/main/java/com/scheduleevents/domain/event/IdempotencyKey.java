package com.scheduleevents.domain.event;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A producer's own name for a request, by which a repeated request is recognised.
 *
 * @param value 1 to 255 printable ASCII characters
 */
public record IdempotencyKey(String value) {

    /** Describes a valid key in messages to clients. */
    public static final String EXPECTED = "1 to 255 printable ASCII characters";

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]{0,253}[\\x21-\\x7e])?");

    /** Rejects text of another form. */
    public IdempotencyKey {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not an idempotency key: expected " + EXPECTED);
        }
    }

    /** Parses a key; empty when the text has another form. */
    public static Optional<IdempotencyKey> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new IdempotencyKey(text)) : Optional.empty();
    }
}
