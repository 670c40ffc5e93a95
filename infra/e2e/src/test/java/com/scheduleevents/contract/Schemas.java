package com.scheduleevents.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks values against schemas of the contract. An object with fields that its schema does not list is refused: the contract
 * lets clients expect new fields, but what is built today has to be in it today.
 */
final class Schemas {

    private static final String BASE = "https://contract.test/openapi.json";
    private static final String OWN = "#/components/";

    private final SchemaRegistry registry;
    private final Map<JsonNode, Schema> compiled = new ConcurrentHashMap<>();

    Schemas(Contract contract) {
        String document = closed(contract.document()).toString().replace("\"" + OWN, "\"" + BASE + OWN);
        this.registry =
                SchemaRegistry.withDialect(Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(BASE, document))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .build()));
    }

    /** What is wrong with a value; empty when it is as the schema says. */
    List<String> faults(JsonNode schema, JsonNode value) {
        return compiled.computeIfAbsent(schema, this::compile).validate(value).stream()
                .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                .toList();
    }

    private Schema compile(JsonNode schema) {
        try {
            String absolute = closed(schema).toString().replace("\"" + OWN, "\"" + BASE + OWN);
            return registry.getSchema(new ObjectMapper().readTree(absolute));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException("what was JSON is JSON", e);
        }
    }

    private static JsonNode closed(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        copy.findParents("properties").stream()
                .filter(parent -> parent.path("properties").isObject() && parent.has("type"))
                .filter(parent -> !parent.has("additionalProperties"))
                .forEach(parent -> ((ObjectNode) parent).put("additionalProperties", false));
        return copy;
    }
}
