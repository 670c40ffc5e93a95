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

/** The contract says of events what the catalogue says, which is what they are checked against. */
class EventSchemasTest {

    private final Contract contract = Contract.read();

    static List<EventType> types() {
        return List.copyOf(EventTypeRegistry.fromClassPath().types());
    }

    @Test
    void namesTheTypesThatThereAre() {
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

    @ParameterizedTest
    @MethodSource("types")
    void saysTheSameOfAnEvent(EventType type) {
        ObjectNode catalogued = type.schema();
        catalogued.remove(List.of("$schema", "title"));
        assertThat(described("Event", type)).isEqualTo(catalogued);
    }

    @ParameterizedTest
    @MethodSource("types")
    void saysTheSameOfAScheduleChangeButForWhatTheServiceAdds(EventType type) {
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

    /** The contract's schema with what its properties refer to written out. */
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
