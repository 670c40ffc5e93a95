package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.e2e.LaterService;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that what {@code /v1} may add one day is harmless to clients: no response and no delivery has a closed object or a closed
 * list of values. What clients send stays closed, because the service refuses what it does not know.
 */
class AdditionsTest {

    private static final String JSON_SCHEMA = "/content/application~1json/schema";

    private static final String SCHEMAS = "#/components/schemas/";
    private static final String LISTED = "x-extensible-enum";

    private final Contract contract = Contract.read();

    @Test
    void responsesAndDeliveriesAreOpen() {
        Set<String> seen = new HashSet<>();
        List<String> faults = new ArrayList<>();
        responses()
                .forEach(schema -> walk(schema, "", seen, (at, part) -> {
                    if (part.path("properties").isObject()
                            && !part.path("additionalProperties").asBoolean()) {
                        faults.add(at + " refuses new fields");
                    }
                    if (part.has("enum")
                            || part.has("uniqueItems")
                            || part.path("readOnly").asBoolean()) {
                        faults.add(at + " is an enum, a set or read-only");
                    }
                    if (part.has("oneOf")) {
                        faults.add(at + " has no open alternative");
                    }
                }));
        assertThat(seen).contains("#/components/schemas/Event", "#/components/schemas/ErrorDetail");
        assertThat(faults).isEmpty();
    }

    /** Generated clients are run against this service; what is required and missing there would be reported as their fault. */
    @Test
    void laterServiceKeepsToTheContract() {
        Schemas open = Schemas.open(contract);
        assertThat(LaterService.responses()).isNotEmpty().allSatisfy(response -> {
            JsonNode schema = contract.at(response.path()).stream()
                    .filter(operation -> operation.method().equals(response.method()))
                    .map(operation -> contract.response(operation, response.status()))
                    .map(described -> described.orElseThrow().at(JSON_SCHEMA))
                    .findFirst()
                    .orElseThrow();
            assertThat(open.faults(schema, ContractCheck.read(response.body()))).isEmpty();
        });
    }

    /** Some generated clients read only one alternative of a union, and fail at the others. */
    @Test
    void noResponseIsAUnion() {
        Set<String> seen = new HashSet<>();
        List<String> unions = new ArrayList<>();
        responsesOfOperations()
                .forEach(schema -> walk(schema, "", seen, (at, part) -> {
                    if (alternatives(part) > 1) {
                        unions.add(at);
                    }
                }));
        assertThat(seen).contains(SCHEMAS + "RejectedBatch", SCHEMAS + "BatchResults");
        assertThat(unions).isEmpty();
    }

    /** Null is none: a value or null is no union to any client. */
    private static long alternatives(JsonNode schema) {
        return schema.path("anyOf")
                .valueStream()
                .filter(part -> !part.path("type").asText().equals("null"))
                .count();
    }

    /**
     * Generated clients take a few texts of requests as they are, so that a webhook can be sent as it was read. A rule that they skip closes
     * each of these for validators.
     */
    @Test
    void requestsAreClosed() {
        Set<String> seen = new HashSet<>();
        List<String> faults = new ArrayList<>();
        Map<String, Set<String>> open = new TreeMap<>();
        contract.operations().stream()
                .map(operation -> contract.resolved(operation.described().path("requestBody"))
                        .at(JSON_SCHEMA))
                .forEach(schema -> walk(schema, "", seen, (at, part) -> {
                    if (part.path("properties").isObject()
                            && part.path("additionalProperties").asBoolean(true)) {
                        faults.add(at + " takes unknown fields");
                    }
                    if (part.has(LISTED)) {
                        open.put(at, texts(part.path(LISTED)));
                    }
                }));
        assertThat(seen).contains(SCHEMAS + "WebhookRequest");
        assertThat(faults).isEmpty();
        assertThat(open)
                .isEqualTo(Map.of(
                        SCHEMAS + "RegisteredTypes/items", ruleOf("WebhookChange", "types"),
                        SCHEMAS + "WebhookAuth/token_endpoint_auth_method",
                                ruleOf("WebhookAuth", "token_endpoint_auth_method"),
                        SCHEMAS + "WebhookAuth/type", ruleOf("WebhookAuth", "type"),
                        SCHEMAS + "WebhookChange/mode", ruleOf("WebhookChange", "mode"),
                        SCHEMAS + "WebhookChange/ordering", ruleOf("WebhookChange", "ordering"),
                        SCHEMAS + "WebhookChange/payload", ruleOf("WebhookChange", "payload"),
                        SCHEMAS + "WebhookDestination/type", ruleOf("WebhookDestination", "type"),
                        SCHEMAS + "WebhookNotify/without/items", ruleOf("WebhookNotify/anyOf/0", "without")));
    }

    /** The values that a rule for validators leaves to a field. */
    private Set<String> ruleOf(String schema, String field) {
        JsonNode rule = contract.document().at("/components/schemas/" + schema + "/dependentSchemas/" + field);
        return Stream.concat(
                        rule.findValues("enum").stream(),
                        rule.findParents("$ref").stream()
                                .map(reference -> contract.resolved(reference).path("enum")))
                .flatMap(values -> texts(values).stream())
                .collect(Collectors.toSet());
    }

    private static Set<String> texts(JsonNode values) {
        return values.valueStream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }

    /**
     * Clients send the default of a field that nobody has set, so that a change of one setting would reset another. And they cannot give a
     * text that was read to a field with a closed list.
     */
    @Test
    void changeTakesAWebhookAsItWasReadAndHasNoDefaults() {
        List<String> faults = new ArrayList<>();
        walk(contract.component("schemas", "WebhookChange"), "", new HashSet<>(), (at, part) -> {
            if (part.has("default") || part.has("enum")) {
                faults.add(at + " has a default or an enum");
            }
        });
        assertThat(faults).isEmpty();
        assertThat(fields("WebhookChange")).containsAll(fields("Webhook"));
    }

    private List<String> fields(String schema) {
        return contract.component("schemas", schema)
                .path("properties")
                .propertyStream()
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void everyExampleOfAnOpenTextIsListed() {
        contract.document().findParents(LISTED).forEach(text -> assertThat(text.path(LISTED))
                .as(text.toString())
                .containsAll(text.path("examples"))
                .isNotEmpty());
    }

    private Stream<JsonNode> responsesOfOperations() {
        return contract.operations().stream()
                .map(Operation::described)
                .flatMap(operation -> operation.path("responses").valueStream())
                .map(response -> contract.resolved(response).at(JSON_SCHEMA));
    }

    private Stream<JsonNode> responses() {
        Stream<JsonNode> deliveries = contract.document()
                .path("webhooks")
                .valueStream()
                .map(webhook -> webhook.at("/post/requestBody" + JSON_SCHEMA));
        return Stream.concat(responsesOfOperations(), deliveries);
    }

    private interface Visitor {
        void visit(String at, JsonNode schema);
    }

    /** Visits what generators make types of: a schema, its fields, elements and alternatives, but no rules for validators. */
    private void walk(JsonNode schema, String at, Set<String> seen, Visitor visitor) {
        String reference = schema.path("$ref").asText();
        if (!schema.isObject() || (!reference.isEmpty() && !seen.add(reference))) {
            return;
        }
        JsonNode resolved = contract.resolved(schema);
        String here = reference.isEmpty() ? at : reference;
        visitor.visit(here, resolved);
        resolved.path("properties")
                .properties()
                .forEach(field -> walk(field.getValue(), here + "/" + field.getKey(), seen, visitor));
        Stream.of("items", "additionalProperties")
                .forEach(part -> walk(resolved.path(part), here + "/" + part, seen, visitor));
        Stream.of("oneOf", "anyOf", "allOf")
                .flatMap(union -> resolved.path(union).valueStream())
                .forEach(part -> walk(part, here, seen, visitor));
        Stream.concat(
                        resolved.at("/dependentSchemas/type/anyOf").valueStream(),
                        Stream.of(resolved.path("then"), resolved.path("else")))
                .filter(part -> part.has("$ref"))
                .forEach(part -> walk(part, here, seen, visitor));
    }
}
