package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.terminal.CommandPrinter;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;

/** Prints what the API returns: as text, or its JSON as it is. */
public final class ResultPrinter extends CommandPrinter {

    /** Prints lines of any length. */
    public ResultPrinter() {
        this(OptionalInt::empty);
    }

    /** @param width tells how many characters of a table fit on a line; empty: any number */
    public ResultPrinter(Supplier<OptionalInt> width) {
        super(width);
    }

    /** Prints for a command that has no annotations from which picocli would learn that. */
    public ResultPrinter of(CommandSpec printing) {
        printFor(printing);
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
        if (isJson()) {
            line(JsonNodeFactory.instance.arrayNode().addAll(elements).toPrettyString());
        } else if (elements.isEmpty()) {
            line(none);
        } else {
            rows(columns, elements);
        }
    }

    /** Prints one object: a line for each field, or JSON. */
    public void object(JsonNode object) {
        if (isJson()) {
            line(object.toPrettyString());
        } else {
            aligned(ShownText.facts(object));
        }
    }

    /**
     * Prints one object as {@link #object(JsonNode)} does, where people read other words than the API has.
     *
     * @param readable makes what people read of it
     */
    public void object(JsonNode object, UnaryOperator<JsonNode> readable) {
        object(isJson() ? object : readable.apply(object));
    }

    /** Prints an object without one of its fields, and below it a table of that field; or all of it as JSON. */
    public void objectWithTable(JsonNode object, String field, List<Column> columns) {
        if (isJson()) {
            object(object);
            return;
        }
        object(object.<ObjectNode>deepCopy().without(field));
        if (!object.path(field).isEmpty()) {
            line("");
            rows(columns, object.path(field).valueStream().toList());
        }
    }

    /** Prints an element of a list that grows: a line of text, or its JSON on one line. */
    public void element(JsonNode element, String text) {
        line(isJson() ? element.toString() : text);
    }

    /** Prints the headings of a list that grows; nothing in JSON. */
    public void headings(String text) {
        if (!isJson()) {
            line(text);
        }
    }

    /** A field of an element on one line. */
    public static String shown(JsonNode value) {
        return ShownText.of(value);
    }

    private void rows(List<Column> columns, List<JsonNode> elements) {
        table(
                columns.stream().map(Column::title).toList(),
                elements.stream()
                        .map(element -> columns.stream()
                                .map(column -> ShownText.of(column.value().apply(element)))
                                .toList())
                        .toList());
    }
}
