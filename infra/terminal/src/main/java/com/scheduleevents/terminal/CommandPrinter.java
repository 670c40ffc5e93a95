package com.scheduleevents.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Prints for a command: its result on standard output, as text for people or as JSON for scripts with {@code --json}, and what is said
 * beside it on the error stream.
 */
public abstract class CommandPrinter {

    @Option(names = "--json", description = "Print JSON, for scripts.")
    private boolean json;

    private final Supplier<OptionalInt> width;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** @param width tells how many characters of a table fit on a line; empty: any number */
    protected CommandPrinter(Supplier<OptionalInt> width) {
        this.width = width;
    }

    /** Prints for a command that has no annotations from which picocli would learn that. */
    protected final void printFor(CommandSpec printing) {
        command = printing;
    }

    /** Whether programs read the result. */
    protected final boolean isJson() {
        return json;
    }

    /** Prints a line of the result. */
    protected final void line(String text) {
        out().println(text);
        out().flush();
    }

    /** Prints rows below their headings, in columns that fit the terminal. */
    protected final void table(List<String> headings, List<List<String>> rows) {
        List<List<String>> lines = Stream.concat(
                        Stream.of(headings.stream()
                                .map(heading -> heading.toUpperCase(Locale.ROOT))
                                .toList()),
                        rows.stream())
                .toList();
        OptionalInt fitting = width.get();
        aligned(TextTable.fitted(lines, fitting));
        TextTable.leftOut(lines, fitting).ifPresent(this::note);
    }

    /** Prints lines whose columns begin at the same position. */
    protected final void aligned(List<List<String>> lines) {
        TextTable.aligned(lines).forEach(out()::println);
        out().flush();
    }

    /** Prints a line beside the result, on the error stream. */
    public final void note(String line) {
        err().println(line);
        err().flush();
    }

    /** The error stream, for progress. */
    public final PrintWriter err() {
        return command.commandLine().getErr();
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
    }
}
