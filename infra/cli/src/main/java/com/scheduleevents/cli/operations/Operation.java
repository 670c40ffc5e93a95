package com.scheduleevents.cli.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.output.Column;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operation of the contract, as the build has written it down for the command line in {@code CommandTables}.
 *
 * @param table what is known of it
 */
record Operation(JsonNode table) {

    /** What the help says, line by line. */
    List<String> about() {
        return table.path("about").valueStream().map(JsonNode::asText).toList();
    }

    String method() {
        return table.path("method").asText();
    }

    /** The path, with the names of its parameters in braces. */
    private String path() {
        return table.path("path").asText();
    }

    /** The path with these ids. Whatever is in one, it stays one part of the path. */
    String path(Map<String, String> ids) {
        String[] parts = Arrays.stream(path().substring("/v1/".length()).split("/"))
                .map(part -> part.startsWith("{") ? ids.getOrDefault(part.substring(1, part.length() - 1), "") : part)
                .toArray(String[]::new);
        return ApiSession.path(parts);
    }

    /** Whether a repeat of the request has to be one, so that it carries an idempotency key. */
    boolean isOnce() {
        return table.path("once").asBoolean();
    }

    List<Parameter> parameters() {
        return table.path("parameters").valueStream().map(Parameter::new).toList();
    }

    /** Whether it returns a list. */
    boolean isList() {
        return table.has("list");
    }

    /** How much of it is read: a {@code part} as the options say, the {@code whole}, or its only {@code page}. */
    String list() {
        return table.path("list").asText();
    }

    /** Whether its body may have any field of what it makes or changes, even one that this program does not know. */
    boolean takesAnyField() {
        boolean isResource = method().equals("PATCH") || !path().contains("{");
        return isResource
                && parameters().stream().anyMatch(parameter -> parameter.in().equals("body"));
    }

    /** What the help says of any other field. */
    String anyField() {
        return table.path("any_field").asText("Any field of the API, as JSON or text; can be repeated.");
    }

    /** The schema of what it returns, or of the elements of the list. */
    String schema() {
        return table.path("schema").asText();
    }

    /** The field of the object that is shown as a table; empty if there is none. */
    String tableField() {
        return table.path("table").asText();
    }

    List<Column> columns() {
        return table.path("columns")
                .valueStream()
                .map(column -> Column.of(column.path(0).asText(), column.path(1).asText()))
                .toList();
    }

    /** What is printed in the place of a table without rows. */
    String none() {
        return Optional.of(table.path("none").asText())
                .filter(text -> !text.isEmpty())
                .orElseGet(() -> "No " + path().replaceFirst(".*[/_]", "") + ".");
    }

    /** What is asked before it; braces are in the place of the id. */
    String question() {
        return table.path("question").asText("Delete {}?");
    }

    /** What is said after it; empty where that is nothing. */
    Optional<String> note() {
        return Optional.of(table.path("note").asText()).filter(text -> !text.isEmpty());
    }

    /** The operation that is meant without the first argument, or that shows the outcome. */
    Optional<Operation> other(String key) {
        return Optional.of(table.path(key)).filter(JsonNode::isObject).map(Operation::new);
    }

    /** Options exactly one of which is needed; empty if there are none. */
    List<String> either() {
        return table.at("/either/options").valueStream().map(JsonNode::asText).toList();
    }

    /** Options that set a field to a value. */
    Map<String, JsonNode> flags() {
        Map<String, JsonNode> flags = new LinkedHashMap<>();
        table.path("flags").properties().forEach(flag -> flags.put(flag.getKey(), flag.getValue()));
        return flags;
    }
}
