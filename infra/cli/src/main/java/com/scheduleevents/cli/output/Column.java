package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A column of a table.
 *
 * @param title the heading
 * @param value the value in the row of an element
 */
public record Column(String title, Function<JsonNode, JsonNode> value) {

    /**
     * A column with a field of the elements.
     *
     * @param pointer where the field is, as a JSON pointer
     */
    public static Column of(String title, String pointer) {
        return new Column(title, element -> element.at(pointer));
    }

    /** The column of elements that people read in other words than the API has. */
    public Column reading(UnaryOperator<JsonNode> readable) {
        return new Column(title, element -> value.apply(readable.apply(element)));
    }
}
