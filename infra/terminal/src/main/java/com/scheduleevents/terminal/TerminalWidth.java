package com.scheduleevents.terminal;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** How many characters fit on a line of the terminal, as {@code stty} tells; Java itself does not know. */
public final class TerminalWidth {

    /** Rows and columns; none are told where the terminal does not know them. */
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,4} [1-9][0-9]{0,4}");

    private TerminalWidth() {}

    /** In characters; empty where the output goes to no terminal, or the terminal does not know. */
    public static OptionalInt ofProcess() {
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return SIZE.matcher(size).matches()
                    ? OptionalInt.of(Integer.parseInt(size.substring(size.indexOf(' ') + 1)))
                    : OptionalInt.empty();
        } catch (IOException noStty) {
            return OptionalInt.empty();
        }
    }
}
