package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A column of a table.
 *
 * @param title the heading
 * @param value the value in the row of an element
 */
public record Column(String title, Function<JsonNode, JsonNode> value) {

    private static final JsonNode ALL = JsonNodeFactory.instance.textNode("all");

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

    /** A column with what an element is limited to; where it is not, it is all. */
    public static Column limits(String title, String... pointers) {
        return new Column(title, element -> {
            JsonNode value = Stream.of(pointers)
                    .map(element::at)
                    .filter(each -> each.isTextual() || !each.isEmpty())
                    .findFirst()
                    .orElse(ALL);
            return value.size() == 1 && value.path(0).asText().equals("*") ? ALL : value;
        });
    }

    /** The column as it is, or something else in its place. */
    public Column but(UnaryOperator<JsonNode> shown, Predicate<JsonNode> where) {
        return new Column(title, element -> where.test(element) ? shown.apply(element) : value.apply(element));
    }
}
