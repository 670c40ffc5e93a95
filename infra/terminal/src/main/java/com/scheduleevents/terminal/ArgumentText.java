package com.scheduleevents.terminal;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Whether the arguments are those that were typed. Java replaces what it cannot read in the encoding of the process. */
public final class ArgumentText {

    private static final String REPLACEMENT = "\uFFFD";

    private ArgumentText() {}

    /**
     * Refuses arguments that have lost characters.
     *
     * @throws ParameterException when there is one
     */
    public static void requireReadable(CommandLine command, List<String> arguments) {
        if (arguments.stream().anyMatch(argument -> argument.contains(REPLACEMENT))) {
            throw new ParameterException(
                    command,
                    "An argument has a character that is not UTF-8, or cannot be read because no locale is set: set LC_ALL=C.UTF-8, and"
                            + " the terminal or the file that it comes from to UTF-8.");
        }
    }
}
