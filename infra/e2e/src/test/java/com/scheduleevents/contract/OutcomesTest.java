package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.receiver.CertificateFault;
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

/** Tests that the contract and the receivers' guide list exactly the outcomes that an attempt can have. */
class OutcomesTest {

    private static final Pattern ROW = Pattern.compile("^\\| `([a-z_]+)` \\|", Pattern.MULTILINE);

    private final Contract contract = Contract.read();

    @ParameterizedTest
    @CsvSource({"Outcome, false", "LastOutcome, true"})
    void contractListsEveryOutcome(String schema, boolean nullable) {
        List<JsonNode> values = contract.component("schemas", schema)
                .path("x-extensible-enum")
                .valueStream()
                .toList();
        assertThat(values.stream().map(JsonNode::asText)).containsExactlyInAnyOrderElementsOf(names());
        assertThat(contract.component("schemas", schema).path("type").isArray()).isEqualTo(nullable);
    }

    @Test
    void guideExplainsEveryOutcome() throws IOException {
        String guide = Files.readString(Path.of("../../docs/receiving-webhooks.md"));
        String outcomes = guide.substring(guide.indexOf("## When an attempt fails"), guide.indexOf("## Which URLs"));
        assertThat(ROW.matcher(outcomes).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(names());
    }

    @Test
    void contractListsAndGuideExplainsEveryCertificateFault() throws IOException {
        List<String> faults = Arrays.stream(CertificateFault.values())
                .map(CertificateFault::wireName)
                .toList();
        assertThat(contract.component("schemas", "OutcomeDetail")
                        .path("x-extensible-enum")
                        .valueStream()
                        .map(JsonNode::asText))
                .containsExactlyInAnyOrderElementsOf(faults);
        String guide = Files.readString(Path.of("../../docs/receiving-webhooks.md"));
        String details = guide.substring(guide.indexOf("## When TLS fails"), guide.indexOf("## Trying it"));
        assertThat(ROW.matcher(details).results().map(row -> row.group(1))).containsExactlyInAnyOrderElementsOf(faults);
    }

    private static List<String> names() {
        return Arrays.stream(OutcomeClass.values()).map(OutcomeClass::wireName).toList();
    }
}
