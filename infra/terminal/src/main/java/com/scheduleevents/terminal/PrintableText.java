package com.scheduleevents.terminal;

/** Text on one line. Control characters are escaped: whoever wrote a text must not control the terminal of whoever reads it. */
public final class PrintableText {

    private PrintableText() {}

    /** The text with each control character as its code. */
    public static String of(String text) {
        StringBuilder printable = new StringBuilder();
        text.chars().forEach(c -> {
            if (Character.isISOControl(c)) {
                printable.append(String.format("\\u%04x", c));
            } else {
                printable.append((char) c);
            }
        });
        return printable.toString();
    }
}
