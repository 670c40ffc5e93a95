package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that a deployment without further settings, and the contract, have the required figures (docs/requirements.md). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RequiredFiguresTest {

    private final Template template;

    RequiredFiguresTest() throws IOException {
        template = Template.read(
                Path.of("../../template.yaml"), Map.of(), PseudoParameters.local(URI.create("http://127.0.0.1:9324")));
    }

    @Test
    void eventsAreKeptFor90Days() {
        assertThat(values("RETENTION")).containsExactly("P90D");
    }

    @Test
    void receiverHasFiveSeconds() {
        assertThat(values("RECEIVER_TIMEOUT")).containsExactly("PT5S");
    }

    /** Nine waits and the end of the window are eleven attempts. */
    @Test
    void deliveryIsAttemptedElevenTimesInOneDay() {
        assertThat(values("RETRY_WAITS")).containsExactly("PT10S,PT1M,PT5M,PT15M,PT30M,PT1H,PT2H,PT4H,PT6H");
        assertThat(values("RETRY_WINDOW")).containsExactly("PT24H");
    }

    @Test
    void contractHasTheLimitsOfAPageAndTheAgeOfASignature() {
        JsonNode contract = Contract.read().document();
        JsonNode limit = contract.at("/components/parameters/Limit/schema");
        assertThat(limit.path("minimum").asInt()).isEqualTo(1);
        assertThat(limit.path("maximum").asInt()).isEqualTo(100);
        assertThat(limit.path("default").asInt()).isEqualTo(25);
        assertThat(contract.findParents("name").stream()
                        .filter(parameter -> parameter.path("name").asText().equals("Service-Signature"))
                        .map(parameter -> parameter.path("description").asText()))
                .singleElement()
                .asString()
                .contains("more than five minutes old");
    }

    @Test
    void everyPathBeginsWithTheVersion() {
        assertThat(template.api().orElseThrow().stage()).isEqualTo("v1");
        assertThat(Contract.read().operations()).isNotEmpty().allSatisfy(operation -> assertThat(operation.path())
                .startsWith("/v1/"));
    }

    /** The values that functions get of one variable. */
    private Set<String> values(String variable) {
        return template.functions().values().stream()
                .flatMap(function -> function.environment().entrySet().stream())
                .filter(entry -> entry.getKey().equals(variable))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }
}
