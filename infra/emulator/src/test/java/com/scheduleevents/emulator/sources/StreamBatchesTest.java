package com.scheduleevents.emulator.sources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import com.scheduleevents.emulator.template.SourceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamBatchesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final List<List<String>> invocations = new ArrayList<>();
    private final List<String> givenUp = new ArrayList<>();

    @Test
    void halvesABatchUntilThePoisonousRecordIsAloneAndPassesTheOthersInOrder() throws InterruptedException {
        deliver(source(8, true, false, 0, Optional.empty()), throwingOn("5"), changes(8));
        assertThat(givenUp).containsExactly("RETRY_ATTEMPTS_EXHAUSTED [5]");
        assertThat(invocations)
                .containsExactly(
                        List.of("0", "1", "2", "3", "4", "5", "6", "7"),
                        List.of("0", "1", "2", "3"),
                        List.of("4", "5", "6", "7"),
                        List.of("4", "5"),
                        List.of("4"),
                        List.of("5"),
                        List.of("6", "7"));
    }

    @Test
    void triesAgainFromTheFirstRecordThatTheFunctionReports() throws InterruptedException {
        List<String> once = new ArrayList<>(List.of("2"));
        InvocableFunction function = event -> {
            boolean fails = ids(event).contains("2") && once.remove("2");
            return bytes(fails ? "{\"batchItemFailures\":[{\"itemIdentifier\":\"2\"}]}" : "{\"batchItemFailures\":[]}");
        };
        deliver(source(4, false, true, -1, Optional.empty()), function, changes(4));
        assertThat(invocations).containsExactly(List.of("0", "1", "2", "3"), List.of("2", "3"));
        assertThat(givenUp).isEmpty();
    }

    @Test
    void givesUpAfterTheRetriesThatTheSourceAllows() throws InterruptedException {
        deliver(source(2, false, false, 2, Optional.empty()), throwingOn("0"), changes(2));
        assertThat(invocations).hasSize(3);
        assertThat(givenUp).containsExactly("RETRY_ATTEMPTS_EXHAUSTED [0, 1]");
    }

    @Test
    void givesUpWhatIsTooOldWithoutInvoking() throws InterruptedException {
        deliver(
                source(2, false, false, -1, Optional.of(Duration.ofSeconds(10))),
                event -> bytes(""),
                List.of(change(0, NOW.minusSeconds(11)), change(1, NOW.minusSeconds(9))));
        assertThat(givenUp).containsExactly("RECORD_AGE_EXCEEDED [0]");
        assertThat(invocations).containsExactly(List.of("1"));
    }

    private void deliver(SourceSpec.Stream source, InvocableFunction function, List<StreamChange> changes)
            throws InterruptedException {
        InvocableFunction recorded = event -> {
            invocations.add(ids(event));
            return function.invoke(event);
        };
        new StreamBatches(
                        source,
                        recorded,
                        (batch, reason, invocationsOfIt) -> givenUp.add(reason + " "
                                + batch.stream()
                                        .map(StreamChange::sequenceNumber)
                                        .toList()),
                        Clock.fixed(NOW, ZoneOffset.UTC))
                .deliver(changes);
    }

    private static InvocableFunction throwingOn(String id) {
        return event -> {
            if (ids(event).contains(id)) {
                throw new FunctionFailed("poison");
            }
            return bytes("");
        };
    }

    private static SourceSpec.Stream source(
            int batchSize, boolean bisect, boolean reports, int retries, Optional<Duration> maximumAge) {
        return new SourceSpec.Stream(
                "S",
                "T",
                "arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/local",
                true,
                batchSize,
                Duration.ZERO,
                reports,
                List.of(),
                1,
                bisect,
                retries,
                maximumAge,
                Optional.empty());
    }

    private static List<StreamChange> changes(int count) {
        return IntStream.range(0, count).mapToObj(i -> change(i, NOW)).toList();
    }

    private static StreamChange change(int id, Instant at) {
        JsonNode json = JsonNodeFactory.instance.objectNode().put("id", Integer.toString(id));
        return new StreamChange(Integer.toString(id), id, at, json);
    }

    private static List<String> ids(byte[] event) {
        try {
            return new ObjectMapper().readTree(event).path("Records").findValuesAsText("id");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
