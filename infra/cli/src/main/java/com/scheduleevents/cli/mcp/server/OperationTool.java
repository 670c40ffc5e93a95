package com.scheduleevents.cli.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiCall;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An operation of the contract as a tool, as the build has written it down in {@code CommandTables}.
 *
 * @param description says what it does
 * @param method that of its request
 * @param path with the names of ids in braces
 * @param once whether its request carries an idempotency key
 * @param adds whether it changes nothing that was there
 * @param in which part of the request each argument is: {@code path}, {@code query} or {@code body}
 * @param schema the JSON Schema of its arguments
 */
record OperationTool(
        String name,
        String title,
        String description,
        String method,
        String path,
        boolean once,
        boolean adds,
        Map<String, String> in,
        Map<String, Object> schema) {

    private static final ObjectMapper JSON = new ObjectMapper();

    OperationTool {
        in = Map.copyOf(in);
        schema = Map.copyOf(schema);
    }

    /** All of them, in the order of the contract. */
    static List<OperationTool> all() throws IOException {
        try (InputStream lines = Objects.requireNonNull(OperationTool.class.getResourceAsStream("tools.jsonl"));
                MappingIterator<OperationTool> tools =
                        JSON.readerFor(OperationTool.class).readValues(lines)) {
            return tools.readAll();
        }
    }

    boolean isReadOnly() {
        return method.equals("GET");
    }

    /**
     * Sends the request of the operation.
     *
     * @param arguments valid by the schema
     * @return the body of the response
     */
    JsonNode call(ApiSession api, Map<String, Object> arguments) {
        QueryString query = QueryString.NONE;
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, Object> argument : arguments.entrySet()) {
            String part = in.getOrDefault(argument.getKey(), "");
            if (part.equals("query")) {
                List<?> values =
                        argument.getValue() instanceof List<?> several ? several : List.of(argument.getValue());
                query = query.withAll(
                        argument.getKey(), values.stream().map(Object::toString).toList());
            } else if (part.equals("body")) {
                body.set(argument.getKey(), JSON.valueToTree(argument.getValue()));
            }
        }
        String[] parts = Arrays.stream(path.substring("/v1/".length()).split("/"))
                .map(part -> part.startsWith("{") ? String.valueOf(arguments.get(part.replaceAll("[{}]", ""))) : part)
                .toArray(String[]::new);
        ApiCall request = new ApiCall(
                method,
                ApiSession.path(parts),
                query,
                in.containsValue("body") ? Optional.of(body) : Optional.empty(),
                once ? ApiCall.idempotencyKey() : Map.of());
        return api.send(request).body();
    }
}
