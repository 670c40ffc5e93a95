package com.scheduleevents.operator.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.scheduleevents.terminal.CommandPrinter;
import com.scheduleevents.terminal.PrintableText;
import com.scheduleevents.terminal.TerminalWidth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints the results of the operator's commands. */
public final class CommandOutput extends CommandPrinter {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Prints for a command. */
    public CommandOutput() {
        super(TerminalWidth::ofProcess);
    }

    /**
     * Prints a table.
     *
     * @param columns the names of the columns, in JSON those of the fields
     * @param rows the values of each row, in the order of the columns
     * @param none the text to print instead of an empty table
     */
    public void table(List<String> columns, List<List<Object>> rows, String none) {
        if (isJson()) {
            json(rows.stream().map(row -> named(columns, row)).toList());
        } else if (rows.isEmpty()) {
            line(none);
        } else {
            table(
                    columns.stream().map(CommandOutput::words).toList(),
                    rows.stream()
                            .map(row -> row.stream().map(CommandOutput::text).toList())
                            .toList());
        }
    }

    /**
     * Prints one result, a line for each fact.
     *
     * @param facts in order; their names are the fields in JSON
     */
    public void facts(Fact... facts) {
        List<Fact> all = List.of(facts);
        if (isJson()) {
            json(named(
                    all.stream().map(Fact::name).toList(),
                    all.stream().map(Fact::value).toList()));
        } else {
            aligned(all.stream()
                    .map(fact -> List.of(words(fact.name()), text(fact.value())))
                    .toList());
        }
    }

    /**
     * A named value.
     *
     * @param name in lower case, words joined by {@code _}
     * @param value a string, a number, a boolean, or a list of strings
     */
    public record Fact(String name, Object value) {}

    private void json(Object value) {
        try {
            line(JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("strings, numbers and lists can be written as JSON", e);
        }
    }

    private static Map<String, Object> named(List<String> names, List<Object> values) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            named.put(names.get(i), values.get(i));
        }
        return named;
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }

    private static String text(Object value) {
        String text = value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : value.toString();
        return text.isEmpty() ? "-" : PrintableText.of(text);
    }
}
