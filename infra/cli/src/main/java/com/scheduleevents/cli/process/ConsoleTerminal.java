package com.scheduleevents.cli.process;

import com.scheduleevents.terminal.TerminalWidth;
import java.io.Console;
import java.util.Optional;
import java.util.OptionalInt;

/** The terminal of the process. */
final class ConsoleTerminal implements Terminal {

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

    @Override
    public OptionalInt width() {
        return TerminalWidth.ofProcess();
    }
}
