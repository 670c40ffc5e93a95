package com.scheduleevents.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.contract.Contract.Operation;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that a request is allowed by the contract. */
final class Requests {

    private final Contract contract;
    private final Schemas schemas;

    Requests(Contract contract, Schemas schemas) {
        this.contract = contract;
        this.schemas = schemas;
    }

    List<String> faults(Operation operation, Exchange exchange) {
        List<String> faults = new ArrayList<>(query(operation, exchange));
        parameters(operation, "header").forEach((name, parameter) -> exchange.header(name)
                .ifPresent(value -> faults.addAll(value(name, parameter, List.of(value)))));
        faults.addAll(body(operation, exchange));
        return faults;
    }

    private List<String> query(Operation operation, Exchange exchange) {
        Map<String, JsonNode> known = parameters(operation, "query");
        List<String> faults = new ArrayList<>();
        sent(exchange).forEach((name, values) -> {
            JsonNode parameter = known.get(name);
            faults.addAll(parameter == null ? List.of(name + " is no parameter") : value(name, parameter, values));
        });
        known.forEach((name, parameter) -> {
            if (parameter.path("required").asBoolean() && !sent(exchange).containsKey(name)) {
                faults.add(name + " is missing");
            }
        });
        return faults;
    }

    private List<String> value(String name, JsonNode parameter, List<String> values) {
        JsonNode schema = contract.resolved(parameter.path("schema"));
        if (schema.path("type").asText().equals("array")) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            values.forEach(value -> array.add(value(schema.path("items"), value)));
            return named(name, schemas.faults(schema, array));
        }
        return values.size() > 1
                ? List.of(name + " came more than once")
                : named(name, schemas.faults(schema, value(schema, values.getFirst())));
    }

    /** A text as the type that a schema asks for, or as a text when it cannot be converted. */
    static JsonNode value(JsonNode schema, String text) {
        return schema.path("type").asText().equals("integer") && text.matches("-?[0-9]{1,18}")
                ? JsonNodeFactory.instance.numberNode(Long.parseLong(text))
                : JsonNodeFactory.instance.textNode(text);
    }

    private List<String> body(Operation operation, Exchange exchange) {
        JsonNode body = contract.resolved(operation.described().path("requestBody"));
        if (body.isMissingNode() || exchange.body().isBlank()) {
            return body.path("required").asBoolean() ? List.of("the body is missing") : List.of();
        }
        JsonNode schema = body.at("/content/application~1json/schema");
        return named("body", schemas.faults(schema, ContractCheck.read(exchange.body())));
    }

    private Map<String, JsonNode> parameters(Operation operation, String in) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        operation.described().path("parameters").forEach(reference -> {
            JsonNode parameter = contract.resolved(reference);
            if (parameter.path("in").asText().equals(in)) {
                parameters.put(parameter.path("name").asText(), parameter);
            }
        });
        return parameters;
    }

    private static Map<String, List<String>> sent(Exchange exchange) {
        Map<String, List<String>> sent = new LinkedHashMap<>();
        Arrays.stream(Optional.ofNullable(exchange.url().getRawQuery())
                        .orElse("")
                        .split("&"))
                .filter(pair -> !pair.isEmpty())
                .map(pair -> pair.split("=", 2))
                .forEach(pair -> sent.computeIfAbsent(decoded(pair[0]), name -> new ArrayList<>())
                        .add(pair.length > 1 ? decoded(pair[1]) : ""));
        return sent;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static List<String> named(String name, List<String> faults) {
        return faults.stream().map(fault -> name + fault).toList();
    }
}
