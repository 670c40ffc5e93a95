package com.scheduleevents.cli.process;

import java.io.Console;
import java.util.Optional;

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
}
