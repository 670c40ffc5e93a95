package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.template.SamTranslator.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which deployments publish new versions of the functions. Everything invokes the alias of a function, so what publishes no version has
 * no effect; and a version whose function has not changed makes the deployment fail, because Lambda publishes none.
 */
class PublishedVersionsTest {

    private static final String TEMPLATE = DeclaredTemplate.FILE.toString();
    private static final String API = "functions/api/target/api.jar";

    /** Of a function, but not of its versions: Lambda does not publish one for these. */
    private static final String OUTSIDE_OF_VERSIONS = "ReservedConcurrentExecutions";

    @TempDir
    private Path directory = Path.of("");

    @Test
    void anotherValueOfAnyParameterPublishesEveryFunction() throws IOException, InterruptedException {
        List<String> names = ParameterExamples.names();
        List<Case> cases = new ArrayList<>(List.of(Case.of(Map.of())));
        names.forEach(name -> cases.add(Case.of(Map.of(name, ParameterExamples.other(name)))));
        List<JsonNode> functions = SamTranslator.functions(cases);

        JsonNode usual = functions.getFirst();
        List<String> withoutEffect = IntStream.range(0, names.size())
                .filter(i -> !published(usual, functions.get(i + 1)).equals(ids(usual)))
                .mapToObj(names::get)
                .toList();

        assertThat(names).hasSizeGreaterThan(30);
        assertThat(ids(usual)).hasSizeGreaterThan(10);
        assertThat(withoutEffect).isEmpty();
    }

    @Test
    void sameParametersAndCodePublishNothing() throws IOException, InterruptedException {
        Map<String, String> given = Map.of("Monitoring", "full", "RetryWindow", "PT24H");
        // What is given may be the default, too.
        List<JsonNode> functions =
                SamTranslator.functions(List.of(Case.of(given), Case.of(Map.of("Monitoring", "full")), Case.of(given)));

        assertThat(published(functions.get(0), functions.get(1))).isEmpty();
        assertThat(published(functions.get(0), functions.get(2))).isEmpty();
    }

    @Test
    void newJarPublishesItsFunctions() throws IOException, InterruptedException {
        List<JsonNode> functions = SamTranslator.functions(
                List.of(Case.of(Map.of()), new Case(TEMPLATE, Map.of(), Map.of(API, "1f3870be274f6c49"), false)));

        assertThat(published(functions.get(0), functions.get(1)))
                .isNotEmpty()
                .isEqualTo(new TreeSet<>(functions.get(0).properties().stream()
                        .filter(function -> function.getValue()
                                .at("/properties/Code/S3Key")
                                .asText()
                                .equals(API))
                        .map(Map.Entry::getKey)
                        .toList()));
    }

    /** Without the hash, SAM would ask for a version that Lambda does not publish, and the stack would be rolled back. */
    @Test
    void raisedConcurrencyComesWithAChangeThatLambdaPublishes() throws IOException, InterruptedException {
        Path raised = directory.resolve("template.yaml");
        String reserved = OUTSIDE_OF_VERSIONS + ": !If [ReservesConcurrency, 50, ";
        String template = Files.readString(DeclaredTemplate.FILE);
        assertThat(template).contains(reserved);
        Files.writeString(raised, template.replace(reserved, reserved.replace("50", "60")));
        List<JsonNode> functions = SamTranslator.functions(List.of(
                new Case(TEMPLATE, Map.of(), Map.of(), true),
                new Case(raised.toString(), Map.of(), Map.of(), true),
                new Case(TEMPLATE, Map.of(), Map.of(), false),
                new Case(raised.toString(), Map.of(), Map.of(), false)));

        assertThat(published(functions.get(0), functions.get(1))).containsExactly("AuthorizerFunction");
        assertThat(changedForLambda(functions.get(0), functions.get(1))).isEmpty();

        assertThat(published(functions.get(2), functions.get(3))).isEqualTo(ids(functions.get(2)));
        assertThat(changedForLambda(functions.get(2), functions.get(3))).isEqualTo(ids(functions.get(2)));
    }

    /** The functions whose version has another name. */
    private static Set<String> published(JsonNode before, JsonNode after) {
        Set<String> changed = new TreeSet<>(ids(before));
        changed.removeIf(
                id -> before.path(id).path("version").equals(after.path(id).path("version")));
        return changed;
    }

    /** The functions whose code or configuration has changed, which Lambda publishes in a version. */
    private static Set<String> changedForLambda(JsonNode before, JsonNode after) {
        Set<String> changed = new TreeSet<>(ids(before));
        changed.removeIf(id -> versioned(before.path(id)).equals(versioned(after.path(id))));
        return changed;
    }

    private static JsonNode versioned(JsonNode function) {
        ObjectNode properties = function.path("properties").deepCopy();
        properties.remove(OUTSIDE_OF_VERSIONS);
        return properties;
    }

    private static Set<String> ids(JsonNode functions) {
        Set<String> ids = new TreeSet<>();
        functions.fieldNames().forEachRemaining(ids::add);
        return ids;
    }
}
