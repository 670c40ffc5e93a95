package com.scheduleevents.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Checks values against schemas of the contract. An object with fields that its schema does not list is refused, and so is a text
 * that an {@code x-extensible-enum} does not list: the contract lets clients expect new fields and values, but what is built today
 * has to be in it today.
 */
final class Schemas {

    private static final String BASE = "https://contract.test/openapi.json";
    private static final String OWN = "#/components/";
    private static final String LISTED = "x-extensible-enum";

    private final UnaryOperator<JsonNode> form;
    private final SchemaRegistry registry;
    private final Map<JsonNode, Schema> compiled = new ConcurrentHashMap<>();

    Schemas(Contract contract) {
        this(contract, Schemas::closed);
    }

    private Schemas(Contract contract, UnaryOperator<JsonNode> form) {
        this.form = form;
        String document = form.apply(contract.document()).toString().replace("\"" + OWN, "\"" + BASE + OWN);
        this.registry =
                SchemaRegistry.withDialect(Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(BASE, document))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .build()));
    }

    /** The schemas as they stand, which accept what is added later. */
    static Schemas open(Contract contract) {
        return new Schemas(contract, UnaryOperator.identity());
    }

    /** The violations of a value; empty when it is valid. */
    List<String> faults(JsonNode schema, JsonNode value) {
        return compiled.computeIfAbsent(schema, this::compile).validate(value).stream()
                .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                .toList();
    }

    private Schema compile(JsonNode schema) {
        try {
            String absolute = form.apply(schema).toString().replace("\"" + OWN, "\"" + BASE + OWN);
            return registry.getSchema(new ObjectMapper().readTree(absolute));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException("a changed schema is still JSON", e);
        }
    }

    private static JsonNode closed(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        close(copy);
        return copy;
    }

    private static void close(JsonNode node) {
        node.forEach(Schemas::close);
        if (!(node instanceof ObjectNode schema)) {
            return;
        }
        boolean listsFields = schema.path("properties").isObject() && schema.has("type");
        if (listsFields && schema.path("additionalProperties").asBoolean(true)) {
            schema.put("additionalProperties", false);
        }
        if (schema.has(LISTED)) {
            ArrayNode values = schema.putArray("enum").addAll((ArrayNode) schema.get(LISTED));
            if (schema.path("type").isArray()) {
                values.addNull();
            }
        }
    }
}
