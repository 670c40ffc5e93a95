package com.scheduleevents.cloud.sources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamBatchesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final List<List<String>> invocations = new ArrayList<>();
    private final List<String> givenUp = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();

    @Test
    void halvesABatchUntilThePoisonousRecordIsAloneAndPassesTheOthersInOrder() throws InterruptedException {
        deliver(source(8, true, false, 0, Optional.empty()), throwingOn("5"), changes(8));
        assertThat(givenUp).containsExactly("RETRY_ATTEMPTS_EXHAUSTED [5] after 1");
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
        StreamBatches.Invocation function = (event, _) -> {
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
        assertThat(givenUp).containsExactly("RETRY_ATTEMPTS_EXHAUSTED [0, 1] after 3");
    }

    @Test
    void givesUpWhatIsTooOldWithoutInvoking() throws InterruptedException {
        deliver(
                source(2, false, false, -1, Optional.of(Duration.ofSeconds(10))),
                (_, _) -> bytes(""),
                List.of(change(0, NOW.minusSeconds(11)), change(1, NOW.minusSeconds(9))));
        assertThat(givenUp).containsExactly("RECORD_AGE_EXCEEDED [0] after 0");
        assertThat(invocations).containsExactly(List.of("1"));
    }

    @Test
    void waitsLongerAfterEachFailureWithTheSameChanges() throws InterruptedException {
        deliver(source(2, false, false, 5, Optional.empty()), throwingOn("0"), changes(2));
        assertThat(pauses)
                .containsExactly(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5));
    }

    /**
     * AWS: after a partial response "the batch is bisected at the returned sequence number and Lambda retries only
     * the remaining records".
     */
    @Test
    void partialResponseSplitsABatchWhereItFailedAndNowhereElse() throws InterruptedException {
        List<String> left = new ArrayList<>(List.of("1", "5", "5"));
        StreamBatches.Invocation function = (event, _) -> {
            boolean fails = !left.isEmpty() && ids(event).contains(left.getFirst());
            return bytes(fails ? failing(left.removeFirst(), "7") : "");
        };
        deliver(source(8, true, true, -1, Optional.empty()), function, changes(8));
        assertThat(invocations)
                .containsExactly(
                        List.of("0", "1", "2", "3", "4", "5", "6", "7"),
                        List.of("1", "2", "3", "4", "5", "6", "7"),
                        List.of("5", "6", "7"),
                        List.of("5", "6", "7"));
    }

    /**
     * AWS: "if your invocation fails and BisectBatchOnFunctionError is turned on, the batch is bisected regardless".
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "no JSON",
                "{\"batchItemFailures\":\"x\"}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"9\"}]}"
            })
    void malformedResponseIsAFailureOfTheWholeBatch(String response) throws InterruptedException {
        deliver(
                source(4, true, true, 0, Optional.empty()),
                (event, _) -> bytes(ids(event).contains("3") ? response : ""),
                changes(4));
        assertThat(invocations)
                .containsExactly(
                        List.of("0", "1", "2", "3"), List.of("0", "1"), List.of("2", "3"), List.of("2"), List.of("3"));
        assertThat(givenUp).containsExactly("RETRY_ATTEMPTS_EXHAUSTED [3] after 1");
    }

    @Test
    void responseOfAFunctionThatDoesNotReportIsNotRead() throws InterruptedException {
        deliver(source(4, false, false, -1, Optional.empty()), (_, _) -> bytes(failing("1")), changes(4));
        assertThat(invocations).hasSize(1);
    }

    /** Progress begins a new count: what is left was not tried that often. */
    @Test
    void retriesAreCountedFromTheLastProgress() throws InterruptedException {
        deliver(
                source(3, false, true, 1, Optional.empty()),
                (event, _) -> bytes(failing(
                        ids(event).contains("0") && invocations.size() == 2
                                ? "1"
                                : ids(event).getFirst())),
                changes(3));
        assertThat(invocations).containsExactly(List.of("0", "1", "2"), List.of("0", "1", "2"), List.of("1", "2"));
        assertThat(givenUp).containsExactly("RETRY_ATTEMPTS_EXHAUSTED [1, 2] after 2");
    }

    @Test
    void ageIsLookedAtBeforeEachInvocation() throws InterruptedException {
        List<Instant> clock = new ArrayList<>(List.of(NOW, NOW.plusSeconds(20)));
        new StreamBatches(
                        source(2, false, false, -1, Optional.of(Duration.ofSeconds(10))),
                        (event, _) -> {
                            invocations.add(ids(event));
                            return Optional.empty();
                        },
                        batch -> givenUp.add(batch.reason() + " " + numbers(batch) + " after " + batch.invocations()),
                        new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                        pauses::add,
                        clock::removeFirst)
                .deliver(changes(2));
        assertThat(invocations).hasSize(1);
        assertThat(givenUp).containsExactly("RECORD_AGE_EXCEEDED [0, 1] after 1");
    }

    @Test
    void sourceOfAStreamGivesUpWhatTheStreamHasTrimmed() {
        Duration day = Duration.ofDays(1);
        assertThat(source(1, false, false, -1, Optional.empty()).keptFor(day).maximumAge())
                .contains(day);
        assertThat(source(1, false, false, -1, Optional.of(day.dividedBy(2)))
                        .keptFor(day)
                        .maximumAge())
                .contains(day.dividedBy(2));
        assertThat(source(1, false, false, -1, Optional.of(day.multipliedBy(2)))
                        .keptFor(day)
                        .maximumAge())
                .contains(day);
    }

    private static String failing(String... ids) {
        return Stream.of(ids)
                .map(id -> "{\"itemIdentifier\":\"" + id + "\"}")
                .collect(Collectors.joining(",", "{\"batchItemFailures\":[", "]}"));
    }

    private void deliver(SourceSpec.Stream source, StreamBatches.Invocation function, List<StreamChange> changes)
            throws InterruptedException {
        StreamBatches.Invocation recorded = (event, records) -> {
            assertThat(records).isEqualTo(ids(event).size());
            invocations.add(ids(event));
            return function.invoke(event, records);
        };
        new StreamBatches(
                        source,
                        recorded,
                        batch -> givenUp.add(batch.reason() + " " + numbers(batch) + " after " + batch.invocations()),
                        new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(5)),
                        pauses::add,
                        InstantSource.fixed(NOW))
                .deliver(changes);
    }

    private static List<String> numbers(GivenUpBatch batch) {
        return batch.changes().stream().map(StreamChange::sequenceNumber).toList();
    }

    private static StreamBatches.Invocation throwingOn(String id) {
        return (event, _) -> ids(event).contains(id) ? Optional.empty() : bytes("");
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

    private static Optional<byte[]> bytes(String text) {
        return Optional.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
