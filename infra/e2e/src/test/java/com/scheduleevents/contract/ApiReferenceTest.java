package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the contract has all that the API reference needs, which is generated from it: see docs/contract.md. */
class ApiReferenceTest {

    private static final Path EVENT_TYPES =
            Path.of("../../functions/domain/src/main/resources/com/scheduleevents/domain/event");

    private final Contract contract = Contract.read();

    @Test
    void everyOperationHasATagASummaryAndAnId() {
        Set<String> tags = contract.document()
                .path("tags")
                .valueStream()
                .map(tag -> tag.path("name").asText())
                .collect(Collectors.toSet());
        List<JsonNode> operations = Stream.concat(
                        contract.operations().stream().map(Contract.Operation::described),
                        webhooks().map(webhook -> webhook.getValue().path("post")))
                .toList();
        assertThat(operations).allSatisfy(operation -> {
            assertThat(operation.path("summary").asText()).isNotBlank();
            assertThat(operation.path("tags")).singleElement().satisfies(tag -> assertThat(tag.asText())
                    .isIn(tags));
        });
        assertThat(operations)
                .extracting(operation -> operation.path("operationId").asText())
                .doesNotContain("")
                .doesNotHaveDuplicates();
    }

    @Test
    void everyWebhookOfTheContractIsAnEventType() throws IOException {
        Set<String> expected = eventTypes().stream().map(ApiReferenceTest::name).collect(Collectors.toSet());
        expected.addAll(Set.of("event", "webhook.ping"));
        assertThat(webhooks().map(Entry::getKey)).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** The reference shows no other, and linters warn of it. */
    @Test
    void everyComponentIsUsed() {
        Set<String> used = contract.document().findValuesAsText("$ref").stream().collect(Collectors.toSet());
        List<String> components = contract.document()
                .path("components")
                .propertyStream()
                // Security requirements name their schemes without a reference.
                .filter(kind -> !kind.getKey().equals("securitySchemes"))
                .flatMap(kind -> kind.getValue()
                        .propertyStream()
                        .map(component -> "#/components/" + kind.getKey() + "/" + component.getKey()))
                .toList();
        assertThat(components).hasSizeGreaterThan(50).isSubsetOf(used);
    }

    @Test
    void everyExampleIsValid() {
        Schemas schemas = new Schemas(contract);
        contract.document().at("/components/schemas").properties().forEach(component -> component
                .getValue()
                .path("examples")
                .forEach(example -> assertThat(schemas.faults(component.getValue(), example))
                        .as(component.getKey())
                        .isEmpty()));
    }

    /**
     * What is there in one response and absent in another is one more thing to know. Exceptions are a secret, which
     * nobody shows twice, the list of an error that is about several fields, and what an event has only where its producer gave it.
     */
    @Test
    void everyFieldOfAResponseIsAlwaysThere() {
        Set<String> unions = Set.of(
                "Event",
                "OperationalEvent",
                "BatchResult",
                "RejectedBatch",
                "ReplayOrEstimate",
                "RegisteredDestination");
        Map<String, Set<String>> sometimes = new TreeMap<>();
        contract.document()
                .at("/components/schemas")
                .propertyStream()
                .filter(component -> !unions.contains(component.getKey()))
                .forEach(component -> collectOptional(component.getKey(), component.getValue(), sometimes));
        Map<String, Set<String>> expected =
                new TreeMap<>(Map.of("RegisteredWebhook", Set.of("secret"), "ErrorDetail", Set.of("errors")));
        contract.component("schemas", "Event").at("/dependentSchemas/type/anyOf").findValuesAsText("$ref").stream()
                .map(reference -> reference.substring(reference.lastIndexOf('/') + 1))
                .filter(name -> !name.endsWith("TypeName"))
                .forEach(name -> expected.put(name, Set.of("corrects")));
        expected.put("AppointmentChanged", Set.of("corrects", "previous_provider_id", "previous_duration_minutes"));
        assertThat(sometimes).isEqualTo(expected);
    }

    /** Objects that responses have are open for further fields, those of requests are not. */
    private static void collectOptional(String name, JsonNode schema, Map<String, Set<String>> sometimes) {
        if (schema.path("additionalProperties").asBoolean()) {
            Set<String> optional = new TreeSet<>();
            schema.path("properties").fieldNames().forEachRemaining(optional::add);
            schema.path("required").forEach(field -> optional.remove(field.asText()));
            if (!optional.isEmpty()) {
                sometimes.put(name, optional);
            }
        }
        schema.path("properties")
                .propertyStream()
                .forEach(field -> collectOptional(name + "." + field.getKey(), field.getValue(), sometimes));
    }

    /** So that the reference shows real values, and not those that it makes up from types. */
    @Test
    void everyObjectOfAResponseHasAnExample() {
        List<String> without = contract.document()
                .at("/components/schemas")
                .propertyStream()
                .filter(component ->
                        component.getValue().path("additionalProperties").asBoolean())
                .filter(component -> component.getValue().path("properties").has("id")
                        || component.getValue().path("properties").has("event_id"))
                .filter(component -> component.getValue().path("examples").isMissingNode())
                .map(Entry::getKey)
                .toList();
        assertThat(without).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("eventTypes")
    void referenceHasAPagePerEventType(Path file) throws IOException {
        JsonNode type = new ObjectMapper().readTree(file.toFile());
        String name = type.path("title").asText();
        assertThat(name(file)).isEqualTo(name);
        JsonNode page = contract.document().path("webhooks").path(name).path("post");
        assertThat(page.path("summary").asText()).isEqualTo(name);
        assertThat(page.path("tags").path(0).asText()).isEqualTo("Event types");
        assertThat(page.path("description")).isEqualTo(type.path("description"));
        JsonNode schema = contract.resolved(page.at("/requestBody/content/application~1json/schema"));
        assertThat(schema.at("/properties/type/const").asText()).isEqualTo(name);
        assertThat(schema.path("examples")).isEqualTo(type.path("examples")).isNotEmpty();
    }

    static List<Path> eventTypes() throws IOException {
        try (Stream<Path> files = Files.walk(EVENT_TYPES)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static String name(Path file) {
        return file.toFile().getName().replace(".json", "");
    }

    private Stream<Entry<String, JsonNode>> webhooks() {
        return contract.document().path("webhooks").propertyStream();
    }
}
