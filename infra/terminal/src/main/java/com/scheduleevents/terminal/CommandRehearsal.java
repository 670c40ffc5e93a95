package com.scheduleevents.terminal;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/** Runs commands for the ahead-of-time cache of a program, which the build makes, and prints nothing. */
public final class CommandRehearsal {

    private CommandRehearsal() {}

    /** @param program makes the command line of some arguments */
    public static void run(List<List<String>> commands, Function<String[], CommandLine> program) {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        commands.stream()
                .map(words -> words.toArray(String[]::new))
                .forEach(words ->
                        program.apply(words).setOut(nowhere).setErr(nowhere).execute(words));
    }
}
