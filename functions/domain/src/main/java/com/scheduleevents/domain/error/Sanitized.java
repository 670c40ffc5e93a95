package com.scheduleevents.domain.error;

/** Shows a client its own value back: short, on one line, and harmless wherever it is printed. */
public final class Sanitized {

    /** Long enough to recognise a value by, short enough for a log line. */
    private static final int MAX_CHARS = 60;

    private Sanitized() {}

    /**
     * The value in double quotes, at most 60 characters of it, anything but printable ASCII escaped.
     *
     * @param value what the client sent
     */
    public static String of(String value) {
        return "\"" + bare(value) + "\"";
    }

    /** The same without the quotes, for where the value stands alone. */
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
