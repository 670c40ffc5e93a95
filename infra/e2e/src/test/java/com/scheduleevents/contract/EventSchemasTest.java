package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.event.EventType;
import com.scheduleevents.domain.event.EventTypeRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        JsonNode drafts = contract.component("schemas", "EventDraft");
        assertThat(drafts.at("/discriminator/mapping").propertyStream().map(Map.Entry::getKey))
                .containsExactlyElementsOf(names);
        assertThat(references(drafts.path("oneOf")))
                .containsExactlyElementsOf(drafts.at("/discriminator/mapping")
                        .valueStream()
                        .map(JsonNode::asText)
                        .toList());
        assertThat(alternatives("Event").keySet()).containsExactlyElementsOf(names);
    }

    @Test
    void contractListsEveryTypeWhereverItListsThem() {
        List<String> known = Stream.concat(types().stream(), operational().stream())
                .map(EventType::name)
                .toList();
        List<String> delivered =
                Stream.concat(known.stream(), Stream.of("webhook.ping")).toList();
        List<String> groups = Stream.concat(Stream.of("*"), EventTypeRegistry.fromClassPath().groups().stream())
                .toList();
        List<String> chosen = Stream.concat(groups.stream(), known.stream()).toList();
        JsonNode schemas = contract.document().at("/components/schemas");
        assertThat(schemas.at("/AnyTypeName/x-extensible-enum"))
                .extracting(JsonNode::asText)
                .isEqualTo(delivered);
        assertThat(schemas.at("/RegisteredTypes/items/x-extensible-enum"))
                .extracting(JsonNode::asText)
                .isEqualTo(chosen);
        assertThat(schemas.at("/WebhookTypes/items/enum"))
                .extracting(JsonNode::asText)
                .isEqualTo(chosen);
        for (String request : List.of("WebhookRequest", "WebhookChange")) {
            assertThat(schemas.path(request).at("/dependentSchemas/types/anyOf/0/properties/types/items/anyOf/1/enum"))
                    .extracting(JsonNode::asText)
                    .isEqualTo(groups);
        }
        assertThat(schemas.at("/TestEvent/properties/type/enum"))
                .extracting(JsonNode::asText)
                .isEqualTo(known);
        assertThat(contract.document()
                        .at("/paths/~1v1~1webhooks~1{webhook_id}~1deliveries/get/parameters")
                        .valueStream()
                        .filter(parameter -> parameter.path("name").asText().equals("type"))
                        .flatMap(parameter -> parameter.at("/schema/items/enum").valueStream())
                        .map(JsonNode::asText))
                .isEqualTo(delivered);
    }

    @Test
    void testEventTakesTheFieldsOfItsType() {
        Map<String, List<String>> listed = new TreeMap<>();
        contract.component("schemas", "TestEvent")
                .at("/dependentSchemas/fields/anyOf")
                .forEach(rule -> listed.put(
                        rule.at("/properties/type/const").asText(),
                        rule.at("/properties/fields/propertyNames/enum")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList()));
        Map<String, List<String>> existing = new TreeMap<>();
        Stream.concat(types().stream(), operational().stream())
                .forEach(type -> existing.put(
                        type.name(),
                        type.schema()
                                .path("properties")
                                .propertyStream()
                                .map(Map.Entry::getKey)
                                .filter(field ->
                                        !Set.of("id", "type", "created_at").contains(field))
                                .toList()));
        assertThat(listed).isEqualTo(existing);
    }

    /** What the service refuses in fields of a test event, and a filter of operational events, are not in the contract either. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TestEvent | {'type': 'appointment.cancelled', 'fields': {'starts_at': 5}}",
                "TestEvent | {'type': 'appointment.cancelled', 'fields': {'duration_minutes': 0}}",
                "TestEvent | {'type': 'appointment.cancelled', 'fields': {'cancelled_by': 'robot'}}",
                "TestEvent | {'type': 'offer.created', 'fields': {'offer_id': 'apt_1'}}",
                "WebhookRequest | {'url': 'https://example.com/', 'types': ['webhook.disabled'], 'filter': {'provider_id': ['prv_1']}}"
            },
            quoteCharacter = '`')
    void contractIsAsStrictAsTheService(String schema, String refused) throws JsonProcessingException {
        JsonNode body = new ObjectMapper().readTree(refused.replace('\'', '"'));
        assertThat(new Schemas(contract).faults(contract.component("schemas", schema), body))
                .isNotEmpty();
    }

    /** Not only of its own schema: a validator that follows the discriminator may read a rule of that otherwise. */
    @ParameterizedTest
    @MethodSource("types")
    void exampleOfEachDraftIsADraft(EventType type) {
        JsonNode drafts = contract.component("schemas", "EventDraft");
        JsonNode draft = contract.resolved(JsonNodeFactory.instance
                .objectNode()
                .set("$ref", drafts.at("/discriminator/mapping").path(type.name())));
        assertThat(draft.path("examples")).isNotEmpty().allSatisfy(example -> assertThat(
                        new Schemas(contract).faults(drafts, example))
                .isEmpty());
    }

    /** Every field of every type, so that a client reads them from the one object that it knows. */
    @Test
    void eventHasTheFieldsOfAllTypes() {
        for (String union : List.of("Event", "OperationalEvent")) {
            Set<String> fields = fields(contract.component("schemas", union));
            Set<String> ofTypes = new TreeSet<>();
            alternatives(union).values().forEach(schema -> ofTypes.addAll(fields(contract.resolved(schema))));
            assertThat(fields).as(union).isEqualTo(ofTypes);
        }
    }

    private static Set<String> fields(JsonNode schema) {
        return schema.path("properties")
                .propertyStream()
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
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
        assertThat(alternatives("OperationalEvent").keySet()).containsExactlyElementsOf(names);
    }

    @ParameterizedTest
    @MethodSource("types")
    void eventSchemaEqualsTheRegisteredSchema(EventType type) {
        assertThat(described(alternatives("Event"), type)).isEqualTo(open(type.schema()));
    }

    @ParameterizedTest
    @MethodSource("operational")
    void operationalSchemaEqualsTheRegisteredSchema(EventType type) {
        assertThat(described(alternatives("OperationalEvent"), type)).isEqualTo(open(type.schema()));
    }

    @ParameterizedTest
    @MethodSource("types")
    void draftSchemaEqualsTheRegisteredSchemaWithoutServerFields(EventType type) {
        ObjectNode expected = withoutUnion(withoutMinted(type.schema()));
        Map<String, JsonNode> drafts = new LinkedHashMap<>();
        contract.component("schemas", "EventDraft")
                .at("/discriminator/mapping")
                .properties()
                .forEach(one -> drafts.put(
                        one.getKey(), JsonNodeFactory.instance.objectNode().set("$ref", one.getValue())));
        ObjectNode described = described(drafts, type);
        expected.remove(List.of("$schema", "title"));
        expected.put("description", expected.path("description").asText() + " As a producer sends it.");
        assertThat(described).isEqualTo(expected);
    }

    /** The rule "one or the other" as the draft states it, which is without {@code anyOf} (see openapi.yaml). */
    private static ObjectNode withoutUnion(ObjectNode schema) {
        JsonNode alternatives = schema.at("/dependentSchemas/type/anyOf");
        if (!alternatives.isMissingNode()) {
            assertThat(alternatives).hasSize(2);
            ObjectNode rule = schema.withObject("/dependentSchemas/type");
            rule.remove("anyOf");
            rule.putObject("if").set("not", alternatives.get(0));
            rule.set("then", alternatives.get(1));
        }
        return schema;
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

    /** The schema of an event as clients see it: there may be further fields and values one day, and every field can be read. */
    private static ObjectNode open(ObjectNode schema) {
        schema.remove(List.of("$schema", "title"));
        schema.put("additionalProperties", true);
        schema.path("properties").forEach(field -> {
            ObjectNode property = (ObjectNode) field;
            property.remove("readOnly");
            List<JsonNode> values = property.path("enum")
                    .valueStream()
                    .filter(value -> !value.isNull())
                    .toList();
            if (!values.isEmpty()) {
                property.remove("enum");
                property.putArray("x-extensible-enum").addAll(values);
                property.putArray("examples").add(values.getFirst());
            }
        });
        return schema;
    }

    /** The alternatives of a union by their types, but for the last one, which is open. */
    private Map<String, JsonNode> alternatives(String union) {
        List<JsonNode> all = contract.component("schemas", union)
                .at("/dependentSchemas/type/anyOf")
                .valueStream()
                .toList();
        assertThat(references(all.getLast().at("/properties/type/not/anyOf")))
                .contains("#/components/schemas/EventTypeName", "#/components/schemas/OperationalTypeName");
        Map<String, JsonNode> alternatives = new LinkedHashMap<>();
        all.subList(0, all.size() - 1)
                .forEach(one -> alternatives.put(
                        contract.resolved(one).at("/properties/type/const").asText(), one));
        return alternatives;
    }

    private static List<String> references(JsonNode union) {
        return union.valueStream().map(one -> one.path("$ref").asText()).toList();
    }

    /** The contract's schema with the $ref of every property resolved. */
    private ObjectNode described(Map<String, JsonNode> alternatives, EventType type) {
        ObjectNode schema = contract.resolved(Objects.requireNonNull(alternatives.get(type.name())))
                .deepCopy();
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
