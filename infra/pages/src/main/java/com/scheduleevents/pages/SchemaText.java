package com.scheduleevents.pages;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in words and tables which values a schema of the contract allows. */
final class SchemaText {

    /** The page with all objects. */
    static final String OBJECTS = "reference-objects";

    private static final int LONGEST_PATTERN = 60;

    private final ContractReader contract;

    SchemaText(ContractReader contract) {
        this.contract = contract;
    }

    /** The names of the schemas that have fields, which others link to. */
    List<String> objects() {
        return contract.at("/components/schemas").properties().stream()
                .filter(schema -> isObject(schema.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean isObject(JsonNode schema) {
        return contract.resolved(schema).has("properties")
                || ContractReader.choices(schema).stream()
                        .anyMatch(choice -> !ContractReader.name(choice).isEmpty()
                                && contract.resolved(choice).has("properties"));
    }

    /** The type of a value, such as <i>list of string</i>; that of an object is a link to it. */
    String type(JsonNode schema) {
        String name = ContractReader.name(schema);
        if (!name.isEmpty() && isObject(contract.resolved(schema))) {
            return HtmlText.link(PageLinks.DOCS + OBJECTS + "#" + name, HtmlText.escaped(name));
        }
        JsonNode resolved = contract.resolved(schema);
        List<JsonNode> choices = ContractReader.choices(resolved);
        if (resolved.has("const")) {
            return HtmlText.code(resolved.path("const").toString());
        }
        if (!choices.isEmpty() && !resolved.has("type")) {
            return choices.stream().map(this::type).distinct().collect(Collectors.joining(" or "));
        }
        if (resolved.has("items")) {
            return "list of " + type(resolved.path("items")) + (types(resolved).contains("null") ? " or null" : "");
        }
        JsonNode values = resolved.path("additionalProperties");
        if (values.isObject() && !values.isEmpty()) {
            return "map of " + type(values) + (types(resolved).contains("null") ? " or null" : "");
        }
        String format = resolved.path("format").asText();
        String types = String.join(" or ", types(resolved));
        return types.isEmpty() ? "any" : types + (format.isEmpty() ? "" : " (" + HtmlText.escaped(format) + ")");
    }

    private static List<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray()
                ? ContractReader.elements(type).map(JsonNode::asText).toList()
                : type.isTextual() ? List.of(type.asText()) : List.of();
    }

    /** The bounds of a value, and the values that a text has. */
    String bounds(JsonNode schema) {
        JsonNode resolved = contract.resolved(schema);
        List<String> parts = new ArrayList<>();
        values(resolved, "enum", "One of ", ".", parts);
        values(resolved, "x-extensible-enum", "Today one of ", "; others may be added.", parts);
        bound(resolved, "minimum", "At least %s.", parts);
        bound(resolved, "maximum", "At most %s.", parts);
        bound(resolved, "minLength", "At least %s characters.", parts);
        bound(resolved, "maxLength", "At most %s characters.", parts);
        bound(resolved, "minItems", "At least %s elements.", parts);
        bound(resolved, "maxItems", "At most %s elements.", parts);
        bound(resolved, "maxProperties", "At most %s fields.", parts);
        if (resolved.path("pattern").asText().length() <= LONGEST_PATTERN) {
            bound(resolved, "pattern", "Pattern %s.", parts);
        }
        bound(resolved, "default", "Default %s.", parts);
        if (parts.isEmpty()) {
            return Stream.concat(ContractReader.choices(resolved).stream(), Stream.of(resolved.path("items")))
                    .filter(choice -> choice.isObject() && !isObject(choice))
                    .map(this::bounds)
                    .filter(text -> !text.isEmpty())
                    .distinct()
                    .collect(Collectors.joining(" "));
        }
        return String.join(" ", parts);
    }

    private static void values(JsonNode schema, String keyword, String before, String after, List<String> parts) {
        if (schema.has(keyword)) {
            parts.add(ContractReader.elements(schema.path(keyword))
                    .map(value -> HtmlText.code(value.asText()))
                    .collect(Collectors.joining(", ", before, after)));
        }
    }

    private static void bound(JsonNode schema, String keyword, String sentence, List<String> parts) {
        if (schema.has(keyword)) {
            parts.add(sentence.formatted(HtmlText.code(
                    schema.path(keyword).asText(schema.path(keyword).toString()))));
        }
    }

    /** A row for each field of an object, and of those in it that have no name. */
    String fields(JsonNode schema) {
        List<String> rows = new ArrayList<>();
        rows(contract.resolved(schema), "", rows);
        return rows.isEmpty() ? "" : table(List.of("field", "type", "meaning"), rows);
    }

    private void rows(JsonNode schema, String before, List<String> rows) {
        List<String> required = ContractReader.elements(schema.path("required"))
                .map(JsonNode::asText)
                .toList();
        schema.path("properties").properties().forEach(field -> {
            JsonNode value = contract.resolved(field.getValue());
            String name = before + field.getKey();
            rows.add(row(
                    HtmlText.code(name) + (required.contains(field.getKey()) ? " <small>required</small>" : ""),
                    type(field.getValue()),
                    meaning(field.getValue())));
            if (ContractReader.name(field.getValue()).isEmpty()) {
                rows(value, name + ".", rows);
                if (ContractReader.name(value.path("items")).isEmpty()) {
                    rows(value.path("items"), name + "[].", rows);
                }
            }
        });
    }

    /** What the contract says of a value, and its bounds. */
    String meaning(JsonNode schema) {
        String described = contract.resolved(schema).path("description").asText();
        String bounds = bounds(schema);
        return (described.isEmpty() ? "" : MarkdownText.line(described))
                + (bounds.isEmpty() ? "" : " <small>" + bounds + "</small>");
    }

    static String table(List<String> columns, List<String> rows) {
        return columns.stream()
                        .map(column -> "<th scope=\"col\">" + column + "</th>")
                        .collect(Collectors.joining("", "<table><thead><tr>", "</tr></thead><tbody>\n"))
                + String.join("", rows)
                + "</tbody></table>\n";
    }

    static String row(String name, String... cells) {
        return Stream.of(cells)
                .map(cell -> "<td><span>" + cell + "</span></td>")
                .collect(Collectors.joining("", "<tr><th scope=\"row\">" + name + "</th>", "</tr>\n"));
    }
}
