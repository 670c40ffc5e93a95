package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.event.EventType;
import com.scheduleevents.domain.event.EventTypeRegistry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the event schemas of the contract equal the registered schemas, against which events are validated. */
class EventSchemasTest {

    private final Contract contract = Contract.read();

    static List<EventType> types() {
        return List.copyOf(EventTypeRegistry.fromClassPath().types());
    }

    @Test
    void contractListsTheRegisteredEventTypes() {
        List<String> names = types().stream().map(EventType::name).toList();
        assertThat(contract.component("schemas", "EventTypeName").path("enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(names);
        for (String union : List.of("Event", "EventDraft")) {
            JsonNode schema = contract.component("schemas", union);
            assertThat(schema.at("/discriminator/mapping").propertyStream().map(java.util.Map.Entry::getKey))
                    .containsExactlyElementsOf(names);
            assertThat(schema.path("oneOf").valueStream().map(one -> one.path("$ref")
                            .asText()))
                    .containsExactlyElementsOf(schema.at("/discriminator/mapping")
                            .valueStream()
                            .map(JsonNode::asText)
                            .toList());
        }
    }

    static List<EventType> operational() {
        return List.copyOf(EventTypeRegistry.operational().types());
    }

    @Test
    void contractListsTheOperationalTypes() {
        List<String> names = operational().stream().map(EventType::name).toList();
        assertThat(contract.component("schemas", "OperationalTypeName").path("enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(names);
        JsonNode union = contract.component("schemas", "OperationalEvent");
        assertThat(union.at("/discriminator/mapping").propertyStream().map(java.util.Map.Entry::getKey))
                .containsExactlyElementsOf(names);
        assertThat(union.path("oneOf")).hasSameSizeAs(names);
    }

    @ParameterizedTest
    @MethodSource("types")
    void eventSchemaEqualsTheRegisteredSchema(EventType type) {
        ObjectNode registered = type.schema();
        registered.remove(List.of("$schema", "title"));
        assertThat(described("Event", type)).isEqualTo(registered);
    }

    @ParameterizedTest
    @MethodSource("operational")
    void operationalSchemaEqualsTheRegisteredSchema(EventType type) {
        ObjectNode registered = type.schema();
        registered.remove(List.of("$schema", "title"));
        assertThat(described("OperationalEvent", type)).isEqualTo(registered);
    }

    @ParameterizedTest
    @MethodSource("types")
    void draftSchemaEqualsTheRegisteredSchemaWithoutServerFields(EventType type) {
        ObjectNode expected = withoutMinted(type.schema());
        ObjectNode described = described("EventDraft", type);
        expected.remove(List.of("$schema", "title"));
        expected.put("description", expected.path("description").asText() + " As a producer sends it.");
        assertThat(described).isEqualTo(expected);
    }

    private static ObjectNode withoutMinted(ObjectNode schema) {
        Set<String> minted = Set.of("id", "created_at");
        schema.withObject("properties").remove(minted);
        ArrayNode required = schema.arrayNode();
        schema.path("required")
                .valueStream()
                .filter(field -> !minted.contains(field.asText()))
                .forEach(required::add);
        schema.set("required", required);
        schema.path("examples").forEach(example -> ((ObjectNode) example).remove(minted));
        return schema;
    }

    /** The contract's schema with the $ref of every property resolved. */
    private ObjectNode described(String union, EventType type) {
        String reference = contract.component("schemas", union)
                .at("/discriminator/mapping")
                .path(type.name())
                .asText();
        ObjectNode schema = contract.document().at(reference.substring(1)).deepCopy();
        ObjectNode properties = schema.withObject("properties");
        properties.propertyStream().toList().forEach(property -> {
            ObjectNode whole = contract.resolved(property.getValue()).deepCopy();
            whole.setAll((ObjectNode) property.getValue());
            whole.remove("$ref");
            properties.set(property.getKey(), whole);
        });
        return schema;
    }
}
