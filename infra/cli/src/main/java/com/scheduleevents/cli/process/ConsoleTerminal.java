package com.scheduleevents.cli.process;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The terminal of the process. */
final class ConsoleTerminal implements Terminal {

    /** Rows and columns; none are told where the terminal does not know them. */
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,4} [1-9][0-9]{0,4}");

    private final Optional<Console> console;

    ConsoleTerminal() {
        this.console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }

    @Override
    public boolean isInteractive() {
        return console.isPresent();
    }

    @Override
    public Optional<String> secret(String prompt) {
        return console.flatMap(present -> Optional.ofNullable(present.readPassword("%s", prompt)))
                .map(String::new);
    }

    @Override
    public Optional<String> line(String prompt) {
        return console.flatMap(present -> Optional.ofNullable(present.readLine("%s", prompt)));
    }

    /** As {@code stty} tells; Java itself does not know. */
    @Override
    public OptionalInt width() {
        if (console.isEmpty()) {
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
