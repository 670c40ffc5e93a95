package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of a table.
 *
 * @param title the heading
 * @param value the value in the row of an element
 */
public record Column(String title, Function<JsonNode, JsonNode> value) {

    private static final Pattern HOST = Pattern.compile("^https?://([^/?#]*)");

    /**
     * A column with a field of the elements.
     *
     * @param pointer where the field is, as a JSON pointer
     */
    public static Column of(String title, String pointer) {
        return new Column(title, element -> element.at(pointer));
    }

    /** A column with the host of the URL in the field {@code url}: URLs are too long for a table. */
    public static Column host() {
        return new Column("host", element -> {
            Matcher host = HOST.matcher(element.path("url").asText());
            return host.find() ? JsonNodeFactory.instance.textNode(host.group(1)) : element.path("url");
        });
    }

    /**
     * A column with a field of the elements, or where they lack it, another one.
     *
     * @param first where the field is, as a JSON pointer
     * @param second where the other one is
     */
    public static Column either(String title, String first, String second) {
        return new Column(title, element -> element.at(first).isMissingNode() ? element.at(second) : element.at(first));
    }
}
