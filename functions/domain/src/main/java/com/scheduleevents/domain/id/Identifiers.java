package com.scheduleevents.domain.id;

import java.util.regex.Pattern;

/** The form of every id: a prefix, then 1 to 64 letters, digits, {@code _} or {@code -}. */
public final class Identifiers {

    private static final Pattern REST = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private Identifiers() {}

    /** Whether the text is an id with this prefix. */
    public static boolean isValid(String prefix, String text) {
        return text.startsWith(prefix)
                && REST.matcher(text.substring(prefix.length())).matches();
    }

    /**
     * Requires that the text is an id with this prefix; for the constructors of id types.
     *
     * @throws IllegalArgumentException naming the prefix, never the text
     */
    public static void require(String prefix, String text) {
        if (!isValid(prefix, text)) {
            throw new IllegalArgumentException(
                    "not an identifier: expected " + prefix + " and 1 to 64 letters, digits, _ or -");
        }
    }
}
