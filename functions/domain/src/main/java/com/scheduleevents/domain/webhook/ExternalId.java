package com.scheduleevents.domain.webhook;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The owner's own identifier of a webhook, which no other webhook of the account has at the same time.
 *
 * @param value 1 to 100 ASCII letters, digits, and characters of {@code . _ : / @ -}, of which the first is a letter or digit; upper and lower case differ
 */
public record ExternalId(String value) {

    /** Describes a valid identifier in messages to clients. */
    public static final String EXPECTED =
            "1 to 100 letters, digits, and characters of . _ : / @ -, of which the first is a letter or digit";

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}");

    /** Rejects text of another form. */
    public ExternalId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not an external ID: expected " + EXPECTED);
        }
    }

    /** Parses an identifier; empty when the text has another form. */
    public static Optional<ExternalId> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new ExternalId(text)) : Optional.empty();
    }
}
