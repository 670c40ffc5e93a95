package com.scheduleevents.cli.process;

import java.util.Optional;
import java.util.OptionalInt;

/** The terminal of the person who runs the program, where there is one. */
public interface Terminal {

    /** Whether somebody can answer a question, and a line of progress can be written over. */
    boolean isInteractive();

    /** Asks for a text that is not echoed; empty at the end of the input, or without a terminal. */
    Optional<String> secret(String prompt);

    /** Asks for a line; empty at the end of the input, or without a terminal. */
    Optional<String> line(String prompt);

    /** How many characters fit on a line; empty where nobody reads a terminal. */
    default OptionalInt width() {
        return OptionalInt.empty();
    }
}
