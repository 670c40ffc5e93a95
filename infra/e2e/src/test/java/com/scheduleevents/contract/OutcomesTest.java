package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract and the receivers' guide name the ways in which an attempt can end, all of them and no other. */
class OutcomesTest {

    private static final Pattern ROW = Pattern.compile("^\\| `([a-z_]+)` \\|", Pattern.MULTILINE);

    private final Contract contract = Contract.read();

    @ParameterizedTest
    @CsvSource({"Outcome, false", "LastOutcome, true"})
    void theContractNamesThem(String schema, boolean nullable) {
        List<JsonNode> values =
                contract.component("schemas", schema).path("enum").valueStream().toList();
        assertThat(values.stream().filter(value -> !value.isNull()).map(JsonNode::asText))
                .containsExactlyInAnyOrderElementsOf(names());
        assertThat(values.stream().anyMatch(JsonNode::isNull)).isEqualTo(nullable);
    }

    @Test
    void theGuideExplainsThem() throws IOException {
        String guide = Files.readString(Path.of("../../docs/receiving-webhooks.md"));
        String outcomes = guide.substring(guide.indexOf("## When an attempt fails"), guide.indexOf("## Which URLs"));
        assertThat(ROW.matcher(outcomes).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(names());
    }

    private static List<String> names() {
        return Arrays.stream(OutcomeClass.values()).map(OutcomeClass::wireName).toList();
    }
}
