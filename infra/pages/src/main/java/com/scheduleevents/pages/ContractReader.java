package com.scheduleevents.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the contract of the API, an OpenAPI 3.1 document. */
final class ContractReader {

    private static final String REF = "$ref";

    private final JsonNode document;

    ContractReader(JsonNode document) {
        this.document = document;
    }

    /**
     * An operation of the API, or the request of a webhook.
     *
     * @param path the path; the name of a webhook
     * @param method in lower case
     * @param described what the contract says of it
     * @param parameters those of the path and its own, resolved
     * @param served whether it is an operation of the API
     */
    record Operation(String path, String method, JsonNode described, List<JsonNode> parameters, boolean served) {

        String id() {
            return described.path("operationId").asText();
        }

        String summary() {
            return described.path("summary").asText();
        }

        JsonNode body() {
            return described.path("requestBody").at("/content/application~1json");
        }
    }

    JsonNode at(String pointer) {
        return document.at(pointer);
    }

    /** The operations with a tag, in the order of the contract. */
    List<Operation> operations(String tag) {
        return Stream.of("paths", "webhooks")
                .flatMap(kind -> document.path(kind).properties().stream()
                        .flatMap(path -> path.getValue().properties().stream()
                                .filter(method -> method.getValue().has("operationId"))
                                .map(method -> operation(path, method, kind.equals("paths")))))
                .filter(operation -> elements(operation.described().path("tags"))
                        .anyMatch(one -> one.asText().equals(tag)))
                .toList();
    }

    private Operation operation(Map.Entry<String, JsonNode> path, Map.Entry<String, JsonNode> method, boolean served) {
        List<JsonNode> parameters = Stream.of(path.getValue(), method.getValue())
                .flatMap(part -> elements(part.path("parameters")))
                .map(this::resolved)
                .toList();
        return new Operation(path.getKey(), method.getKey(), method.getValue(), parameters, served);
    }

    /** A part of the contract, or the one that it refers to, overridden by its own fields. */
    JsonNode resolved(JsonNode part) {
        if (!part.has(REF)) {
            return part;
        }
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.setAll((ObjectNode) resolved(at(part.path(REF).asText().substring(1))));
        part.properties().stream()
                .filter(field -> !field.getKey().equals(REF))
                .forEach(field -> whole.set(field.getKey(), field.getValue()));
        return whole;
    }

    /** The name of the schema that a part refers to; empty if it has none. */
    static String name(JsonNode part) {
        String reference = part.path(REF).asText();
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** The example of a schema, or one that is made of those of its required fields. */
    JsonNode sample(JsonNode part) {
        JsonNode schema = resolved(part);
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (schema.path("examples").has(0)) {
            return schema.path("examples").path(0);
        }
        if (schema.has("example")) {
            return schema.path("example");
        }
        if (schema.has("const")) {
            return schema.path("const");
        }
        for (String choice : List.of("oneOf", "anyOf")) {
            if (schema.path(choice).has(0)) {
                return sample(schema.path(choice).path(0));
            }
        }
        if (schema.has("items")) {
            return json.arrayNode().add(sample(schema.path("items")));
        }
        ObjectNode made = json.objectNode();
        elements(schema.path("required"))
                .forEach(name ->
                        made.set(name.asText(), sample(schema.path("properties").path(name.asText()))));
        return made;
    }

    /** The codes of the errors that a response has as examples. */
    List<String> errorCodes(JsonNode content) {
        return content.path("examples").properties().stream()
                .map(example ->
                        resolved(example.getValue()).at("/value/error/code").asText())
                .filter(code -> !code.isEmpty())
                .distinct()
                .toList();
    }

    static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    static List<JsonNode> choices(JsonNode schema) {
        List<JsonNode> choices = new ArrayList<>();
        elements(schema.path("anyOf")).forEach(choices::add);
        elements(schema.path("oneOf")).forEach(choices::add);
        return choices;
    }
}
