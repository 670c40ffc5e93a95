package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.terminal.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the results of a command on standard output: text for people, or the API's JSON with {@code --json}. */
public final class ResultPrinter {

    @Option(names = "--json", description = "Print JSON, for scripts.")
    private boolean json;

    private final Supplier<OptionalInt> width;

    /** Prints lines of any length. */
    public ResultPrinter() {
        this(OptionalInt::empty);
    }

    /** @param width tells how many characters of a table fit on a line; empty: any number */
    public ResultPrinter(Supplier<OptionalInt> width) {
        this.width = width;
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Prints for a command that has no annotations from which picocli would learn that. */
    public ResultPrinter of(CommandSpec printing) {
        command = printing;
        return this;
    }

    /** Prints a part of a list like a whole one; where nothing was found and the list goes on, it does not say that there is nothing. */
    public void list(List<Column> columns, Listing listing, String none) {
        list(columns, listing.elements(), listing.isComplete() ? none : "None were found so far.");
    }

    /**
     * Prints a list: a table, or a JSON array of its elements.
     *
     * @param none the text in the place of an empty table
     */
    public void list(List<Column> columns, List<JsonNode> elements, String none) {
        if (json) {
            out().println(indented(JsonNodeFactory.instance.arrayNode().addAll(elements)));
        } else if (elements.isEmpty()) {
            out().println(none);
        } else {
            table(columns, elements);
        }
        out().flush();
    }

    /** Prints one object: a line for each field, or JSON. */
    public void object(JsonNode object) {
        if (json) {
            out().println(indented(object));
        } else {
            TextTable.aligned(ShownText.facts(object)).forEach(out()::println);
        }
        out().flush();
    }

    /**
     * Prints one object as {@link #object(JsonNode)} does, where people read other words than the API has.
     *
     * @param readable makes what people read of it
     */
    public void object(JsonNode object, UnaryOperator<JsonNode> readable) {
        object(json ? object : readable.apply(object));
    }

    /** Prints an object without one of its fields, and below it a table of that field; or all of it as JSON. */
    public void objectWithTable(JsonNode object, String field, List<Column> columns) {
        if (json) {
            object(object);
            return;
        }
        object(object.<ObjectNode>deepCopy().without(field));
        if (!object.path(field).isEmpty()) {
            out().println();
            table(columns, object.path(field).valueStream().toList());
        }
        out().flush();
    }

    /** Prints an element of a list that grows: a line of text, or its JSON on one line. */
    public void element(JsonNode element, String text) {
        out().println(json ? element.toString() : text);
        out().flush();
    }

    /** Prints the headings of a list that grows; nothing in JSON. */
    public void headings(String text) {
        if (!json) {
            out().println(text);
            out().flush();
        }
    }

    /** Prints a line beside the result, on the error stream. */
    public void note(String line) {
        err().println(line);
        err().flush();
    }

    /** A field of an element on one line. */
    public static String shown(JsonNode value) {
        return ShownText.of(value);
    }

    /** The error stream, for progress. */
    public PrintWriter err() {
        return command.commandLine().getErr();
    }

    private void table(List<Column> columns, List<JsonNode> elements) {
        List<String> headings = columns.stream()
                .map(column -> column.title().toUpperCase(Locale.ROOT))
                .toList();
        Stream<List<String>> rows = elements.stream().map(element -> columns.stream()
                .map(column -> ShownText.of(column.value().apply(element)))
                .toList());
        List<List<String>> lines = Stream.concat(Stream.of(headings), rows).toList();
        OptionalInt fitting = width.get();
        TextTable.aligned(TextTable.fitted(lines, fitting)).forEach(out()::println);
        out().flush();
        TextTable.leftOut(lines, fitting).ifPresent(this::note);
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
    }

    private static String indented(JsonNode value) {
        return value.toPrettyString();
    }
}
