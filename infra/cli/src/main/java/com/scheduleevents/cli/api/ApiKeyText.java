package com.scheduleevents.cli.api;

import com.scheduleevents.terminal.InvalidArguments;
import java.util.OptionalInt;

/** Whether a text can be an API key, which is sent in a header. */
public final class ApiKeyText {

    private ApiKeyText() {}

    /**
     * A key without white space around it.
     *
     * @throws InvalidArguments when it cannot be one; its message has the first wrong character and nothing else of it
     */
    public static String parse(String text) {
        String key = text.strip();
        if (key.isEmpty()) {
            throw new InvalidArguments("The API key is empty.");
        }
        OptionalInt wrong = key.codePoints().filter(c -> !isOfAKey(c)).findFirst();
        if (wrong.isPresent()) {
            String shown = Character.isWhitespace(wrong.getAsInt()) || Character.isISOControl(wrong.getAsInt())
                    ? "white space"
                    : "the character " + Character.toString(wrong.getAsInt());
            throw new InvalidArguments(
                    "The API key has " + shown + ", which no key has: copy it again. It begins with sk_, and has"
                            + " letters, digits and _ only.");
        }
        return key;
    }

    private static boolean isOfAKey(int c) {
        return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
    }
}
