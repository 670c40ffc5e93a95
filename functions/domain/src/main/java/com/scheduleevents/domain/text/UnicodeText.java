package com.scheduleevents.domain.text;

/** Whether a text is what its author wrote. */
public final class UnicodeText {

    /** What decoders put in the place of bytes that are no characters. */
    public static final char REPLACEMENT = '\uFFFD';

    /** Describes a text that {@link #isIntact}, as in "must be …". */
    public static final String EXPECTED = "text in UTF-8 without U+FFFD, which stands for bytes that are no characters";

    private UnicodeText() {}

    /**
     * Whether nothing was lost on the way here: the text has no U+FFFD and no half of a surrogate pair. API Gateway,
     * SQS and the JVM decode bytes that are not UTF-8 to U+FFFD without an error, so that where it occurs nobody knows
     * what was sent. Nobody means it as such.
     */
    public static boolean isIntact(String text) {
        return text.codePoints().noneMatch(c -> c == REPLACEMENT || Character.getType(c) == Character.SURROGATE);
    }
}
