package com.scheduleevents.cli.operations;

import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.output.Column;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An operation of the contract, as the build has written it down in {@code CommandTables}.
 *
 * @param fields what is known of it
 * @param parameters in the order of the contract
 */
record Operation(Map<String, String> fields, List<Parameter> parameters) {

    /** A field; empty if it is not known. */
    String field(String key) {
        return fields.getOrDefault(key, "");
    }

    /** The values of a field. */
    Stream<String> fields(String key) {
        return Arrays.stream(field(key).split("\\|")).filter(value -> !value.isEmpty());
    }

    /** The path with these ids. Whatever is in one, it stays one part of the path. */
    String path(Map<String, String> ids) {
        String[] parts = Arrays.stream(field("path").substring("/v1/".length()).split("/"))
                .map(part -> part.startsWith("{") ? ids.getOrDefault(part.substring(1, part.length() - 1), "") : part)
                .toArray(String[]::new);
        return ApiSession.path(parts);
    }

    /** Whether its request has a body. */
    boolean hasBody() {
        return parameters.stream().anyMatch(parameter -> parameter.in().equals("body"));
    }

    /** Whether the body may have any field of what the operation makes or changes, even one that this program does not know. */
    boolean takesAnyField() {
        return hasBody() && (field("method").equals("PATCH") || !field("path").contains("{"));
    }

    List<Column> columns() {
        return fields("columns")
                .map(column -> column.split(":"))
                .map(column -> Column.of(column[0], column[1]))
                .toList();
    }

    /** What is printed in the place of a table without rows. */
    String none() {
        return Optional.of(field("none"))
                .filter(text -> !text.isEmpty())
                .orElseGet(() -> "No " + field("path").replaceFirst(".*[/_]", "") + ".");
    }
}
