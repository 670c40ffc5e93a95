package com.scheduleevents.operator.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.scheduleevents.terminal.TerminalWidth;
import com.scheduleevents.terminal.TextTable;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the results of a command on standard output: aligned text for people, or JSON for scripts with {@code --json}. */
public final class CommandOutput {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Option(names = "--json", description = "Print JSON, for scripts.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /**
     * Prints a table.
     *
     * @param columns the names of the columns, in JSON those of the fields
     * @param rows the values of each row, in the order of the columns
     * @param none the text to print instead of an empty table
     */
    public void table(List<String> columns, List<List<Object>> rows, String none) {
        if (json) {
            print(rows.stream().map(row -> named(columns, row)).toList());
        } else if (rows.isEmpty()) {
            out().println(none);
        } else {
            List<List<String>> lines = Stream.concat(
                            Stream.of(
                                    columns.stream().map(CommandOutput::heading).toList()),
                            rows.stream().map(row -> row.stream()
                                    .map(CommandOutput::text)
                                    .toList()))
                    .toList();
            OptionalInt width = TerminalWidth.ofProcess();
            TextTable.aligned(TextTable.fitted(lines, width)).forEach(out()::println);
            out().flush();
            TextTable.leftOut(lines, width).ifPresent(this::progress);
        }
        out().flush();
    }

    /**
     * Prints one result, a line for each fact.
     *
     * @param facts in order; their names are the fields in JSON
     */
    public void facts(Fact... facts) {
        List<String> names = Arrays.stream(facts).map(Fact::name).toList();
        List<Object> values = Arrays.stream(facts).map(Fact::value).toList();
        if (json) {
            print(named(names, values));
        } else {
            TextTable.aligned(Arrays.stream(facts)
                            .map(fact -> List.of(fact.name().replace('_', ' '), text(fact.value())))
                            .toList())
                    .forEach(out()::println);
        }
        out().flush();
    }

    /** Prints a line on the progress of a command, on the error stream, so that it is not part of the result. */
    public void progress(String line) {
        PrintWriter err = command.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    /**
     * A named value.
     *
     * @param name in lower case, words joined by {@code _}
     * @param value a string, a number, a boolean, or a list of strings
     */
    public record Fact(String name, Object value) {}

    private void print(Object value) {
        try {
            out().println(JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("strings, numbers and lists can be written as JSON", e);
        }
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
    }

    private static Map<String, Object> named(List<String> names, List<Object> values) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            named.put(names.get(i), values.get(i));
        }
        return named;
    }

    private static String heading(String column) {
        return column.replace('_', ' ').toUpperCase(Locale.ROOT);
    }

    private static String text(Object value) {
        return switch (value) {
            case List<?> list ->
                list.isEmpty() ? "-" : list.stream().map(String::valueOf).collect(Collectors.joining(", "));
            default -> value.toString().isEmpty() ? "-" : value.toString();
        };
    }
}
