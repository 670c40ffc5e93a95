package com.scheduleevents.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.domain.circuit.ProbeMessages;
import com.scheduleevents.domain.delivery.DeliveryMessages;
import com.scheduleevents.domain.mail.Notices;
import com.scheduleevents.domain.replay.ReplayMessages;
import com.scheduleevents.domain.usage.UsageMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two versions run side by side while one is rolled out, and a message may wait for 14 days: this version reads what earlier
 * ones wrote, and loses nothing of it. Each file is one message; its name begins with the kind. Files are added, never changed.
 */
final class GoldenMessagesTest {

    private static final Path DIRECTORY =
            Path.of("..", "..", "infra", "testkit", "src", "main", "resources", "golden", "messages");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By kind: read, and written as this version writes it. */
    private static final Map<String, UnaryOperator<String>> KINDS = Map.of(
            "delivery", text -> DeliveryMessages.write(DeliveryMessages.read(text)),
            "probe", text -> ProbeMessages.write(ProbeMessages.read(text).orElseThrow()),
            "replay", text -> ReplayMessages.write(ReplayMessages.read(text)),
            "usage", text -> UsageMessages.write(UsageMessages.read(text)),
            "notice", text -> Notices.write(Notices.read(text)));

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void whatAnEarlierVersionWroteIsReadWhole(Path file) throws IOException {
        String text = Files.readString(file);

        String written = rewriting(file).apply(text);

        assertThat(fields(written)).containsAllEntriesOf(fields(text));
    }

    @Test
    void thereIsOneOfEveryKind() throws IOException {
        assertThat(files().stream().map(GoldenMessagesTest::kind).distinct())
                .containsExactlyInAnyOrderElementsOf(KINDS.keySet());
    }

    private static UnaryOperator<String> rewriting(Path file) {
        UnaryOperator<String> rewriting = KINDS.get(kind(file));
        assertThat(rewriting).as("the kind of %s", file).isNotNull();
        return java.util.Objects.requireNonNull(rewriting);
    }

    private static String kind(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.indexOf('-'));
    }

    /** Without the version, which is this one's. */
    private static Map<String, JsonNode> fields(String text) throws JsonProcessingException {
        JsonNode json = JSON.readTree(text);
        return json.propertyStream()
                .filter(field -> !field.getKey().equals("v"))
                .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
