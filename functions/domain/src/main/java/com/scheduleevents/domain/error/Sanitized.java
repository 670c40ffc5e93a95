package com.scheduleevents.domain.error;

/** Quotes a client's own value in a message: short, on one line, and without special characters. */
public final class Sanitized {

    /** Enough to recognise a value, and short enough for a log line. */
    private static final int MAX_CHARS = 60;

    private Sanitized() {}

    /** The value in double quotes: at most 60 characters, everything except printable ASCII escaped. */
    public static String of(String value) {
        return "\"" + bare(value) + "\"";
    }

    /** The same without the quotation marks. */
    public static String bare(String value) {
        StringBuilder shown = new StringBuilder();
        value.chars().limit(MAX_CHARS).forEach(c -> {
            if (c == '"' || c == '\\') {
                shown.append('\\').append((char) c);
            } else if (c >= ' ' && c < 0x7f) {
                shown.append((char) c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return shown.append(value.length() > MAX_CHARS ? "…" : "").toString();
    }
}
