package com.scheduleevents.operator;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        COMMANDS.stream().map(words -> words.toArray(String[]::new)).forEach(words -> Operator.commandLine(words)
                .setOut(nowhere)
                .setErr(nowhere)
                .execute(words));
    }
}
