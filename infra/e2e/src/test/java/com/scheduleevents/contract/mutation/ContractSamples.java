package com.scheduleevents.contract.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.scheduleevents.contract.Contract;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values that the contract allows. */
final class ContractSamples {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Typical texts of this API; the first that matches is used. */
    private static final List<String> TEXTS = List.of(
            "sample-1",
            "cln_harbour",
            "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
            "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
            "https://example.com/",
            "\"1\"",
            "*");

    private final Contract contract;

    /** Not in the future, and not before the events that are kept. */
    private final Instant moment = Instant.now().minus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.HOURS);

    ContractSamples(Contract contract) {
        this.contract = contract;
    }

    /** The schema's own example, or the smallest value that it allows. */
    JsonNode of(JsonNode reference) {
        JsonNode schema = contract.resolved(reference);
        return Stream.of(
                        reference.path("examples").path(0),
                        schema.path("examples").path(0),
                        schema.path("example"),
                        schema.path("const"),
                        schema.path("enum").path(0))
                .filter(sample -> !sample.isMissingNode())
                .findFirst()
                .orElseGet(() -> made(schema))
                .deepCopy();
    }

    /** The alternatives of a schema; the schema itself when it has none, or when they only restrict its own fields. */
    List<JsonNode> choices(JsonNode reference) {
        JsonNode schema = contract.resolved(reference);
        List<JsonNode> choices = Stream.of("oneOf", "anyOf")
                .flatMap(key -> schema.path(key).valueStream())
                .map(contract::resolved)
                .toList();
        boolean whole = choices.isEmpty() || schema.has("items") || schema.has("properties");
        return whole ? List.of(schema) : choices;
    }

    private JsonNode made(JsonNode schema) {
        if (!choices(schema).getFirst().equals(schema)) {
            return of(choices(schema).getFirst());
        }
        JsonNode type = schema.path("type").isArray() ? schema.path("type").path(0) : schema.path("type");
        return switch (type.asText()) {
            case "object" -> object(schema);
            case "array" -> JSON.arrayNode().add(of(schema.path("items")));
            case "integer", "number" -> JSON.numberNode(schema.path("minimum").asInt(1));
            case "boolean" -> JSON.booleanNode(true);
            case "string" -> text(schema);
            default -> JSON.nullNode();
        };
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = JSON.objectNode();
        for (JsonNode name : (Iterable<JsonNode>) schema.path("required")::elements) {
            object.set(name.asText(), of(schema.path("properties").path(name.asText())));
        }
        return object;
    }

    private TextNode text(JsonNode schema) {
        if (schema.path("format").asText().equals("date-time")) {
            return TextNode.valueOf(moment.toString());
        }
        Pattern pattern = Pattern.compile(schema.path("pattern").asText(""));
        return TextNode.valueOf(TEXTS.stream()
                .filter(text -> pattern.matcher(text).find())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "give an example in the contract, or add one here, of a text like " + pattern)));
    }

    static ArrayNode copies(JsonNode value, int count) {
        ArrayNode copies = JSON.arrayNode(count);
        for (int i = 0; i < count; i++) {
            copies.add(value);
        }
        return copies;
    }
}
