package com.scheduleevents.operator;

import com.scheduleevents.terminal.CommandRehearsal;
import java.util.List;

/**
 * What the build runs to make the ahead-of-time cache of the program: commands that load the classes that most commands need. Nothing
 * leaves the machine, and nothing is printed.
 */
final class OperatorRehearsal {

    private static final List<List<String>> COMMANDS = List.of(
            List.of("--version"),
            List.of("--help"),
            List.of("account", "list", "--help"),
            List.of("account", "list", "--local", "none"),
            List.of("webhook", "deliveries", "whk_1", "--status", "nonsense"));

    private OperatorRehearsal() {}

    /** Runs them. */
    public static void main(String[] arguments) {
        CommandRehearsal.run(COMMANDS, Operator::commandLine);
    }
}
