package com.scheduleevents.simulation.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.simulation.SimulatedWorld;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

@Tag("world")
class SimulatedFunctionTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SimulatedWorld world = SimulatedWorld.of(3).build();
    private final List<InvocationOutcome> outcomes = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private int versions;

    private SimulatedFunction function(int concurrency, FunctionStart start) {
        return world.lambda().create(new FunctionSettings("function", Duration.ofSeconds(10), concurrency), start);
    }

    private void invoke(SimulatedFunction function) {
        world.scheduler().spawn("caller", () -> outcomes.add(function.invoke("{}".getBytes(UTF_8))));
    }

    @Test
    void anEnvironmentHandlesOneRequestAtATimeAndIsUsedAgain() {
        SimulatedFunction function = function(10, environment -> (_, _) -> {
            environment.sleep(Duration.ofSeconds(1));
            said.add(environment.name());
            return new byte[0];
        });
        invoke(function);
        invoke(function);
        world.scheduler().runFor(Duration.ofSeconds(5));
        invoke(function);
        world.scheduler().runFor(Duration.ofSeconds(5));
        assertThat(said).hasSize(3);
        assertThat(said.stream().distinct()).hasSize(2);
    }

    @Test
    void moreThanItsConcurrencyIsThrottled() {
        SimulatedFunction function = function(1, environment -> (_, _) -> {
            environment.sleep(Duration.ofSeconds(1));
            return new byte[0];
        });
        invoke(function);
        invoke(function);
        world.scheduler().runFor(Duration.ofSeconds(5));
        assertThat(outcomes).hasSize(2).hasAtLeastOneElementOfType(InvocationOutcome.Throttled.class);
    }

    @Test
    void whatTakesTooLongIsEndedWhereItIs() {
        SimulatedFunction function = function(1, environment -> (_, context) -> {
            said.add("has " + context.remaining());
            environment.sleep(Duration.ofSeconds(11));
            said.add("came to its end");
            return new byte[0];
        });
        invoke(function);
        world.scheduler().runFor(Duration.ofMinutes(1));
        assertThat(outcomes).containsExactly(new InvocationOutcome.TimedOut());
        assertThat(said).containsExactly("has PT10S");
    }

    @Test
    void whatIsLeftRunningGoesOnWithTheNextRequest() {
        SimulatedFunction function = function(1, environment -> (_, _) -> {
            Thread.startVirtualThread(() -> {
                environment.sleep(Duration.ofSeconds(1));
                said.add("ticked at " + world.scheduler().now().truncatedTo(ChronoUnit.MINUTES));
            });
            return new byte[0];
        });
        invoke(function);
        world.scheduler().runFor(Duration.ofMinutes(1));
        assertThat(said).isEmpty();
        invoke(function);
        world.scheduler().runFor(Duration.ofMinutes(1));
        assertThat(said).containsExactly("ticked at 2026-01-05T00:01:00Z");
    }

    @Test
    void whatWasDrawnBeforeTheSnapshotIsTheSameInEveryEnvironment() {
        List<Long> before = new ArrayList<>();
        List<Long> after = new ArrayList<>();
        List<Instant> started = new ArrayList<>();
        world.scheduler().runFor(Duration.ofHours(1));
        SimulatedFunction function = function(10, environment -> {
            before.add(environment.random().nextLong());
            Clock clock = environment.clock();
            started.add(clock.instant());
            return (_, _) -> {
                after.add(environment.random().nextLong());
                started.add(clock.instant());
                environment.sleep(Duration.ofSeconds(1));
                return new byte[0];
            };
        });
        world.scheduler().runFor(Duration.ofHours(1));
        invoke(function);
        invoke(function);
        world.scheduler().runFor(Duration.ofSeconds(5));
        assertThat(before).hasSize(2);
        assertThat(before.stream().distinct()).hasSize(1);
        assertThat(after.stream().distinct()).hasSize(2);
        assertThat(started).contains(Instant.parse("2026-01-05T01:00:00Z"));
        assertThat(started.stream().filter(Instant.parse("2026-01-05T02:00:00Z")::isBefore))
                .hasSize(2);
    }

    @Test
    void aNewVersionTakesOverWithItsNextRequest() {
        SimulatedFunction function = function(10, _ -> (_, _) -> "one".getBytes(UTF_8));
        invoke(function);
        world.scheduler().runFor(Duration.ofSeconds(5));
        function.deploy(_ -> (_, _) -> "two".getBytes(UTF_8));
        invoke(function);
        world.scheduler().runFor(Duration.ofSeconds(5));
        assertThat(outcomes)
                .map(outcome -> outcome instanceof InvocationOutcome.Returned(byte[] response)
                        ? new String(response, UTF_8)
                        : outcome.toString())
                .containsExactly("one", "two");
    }

    /** AWS Lambda Developer Guide, "Configuring partial batch response with DynamoDB". */
    @Test
    void aPoisonedChangeIsFoundByHalvingAndGivenUp() {
        createTable();
        Map<String, Integer> handled = new TreeMap<>();
        function(10, _ -> (event, _) -> {
            List<String> ids = ids(event);
            if (ids.contains("poison")) {
                throw new IllegalStateException("poisoned");
            }
            ids.forEach(id -> handled.merge(id, 1, Integer::sum));
            return new byte[0];
        });
        world.sqs().createQueue(create -> create.queueName("dead"));
        world.follow(rows(100, true, 2), "function");
        put("a", "b", "poison", "c", "d");
        world.scheduler().runFor(Duration.ofMinutes(5));
        assertThat(handled).containsOnlyKeys("a", "b", "c", "d");
        assertThat(world.sqs().bodies("dead"))
                .singleElement()
                .asString()
                .contains("RetryAttemptsExhausted", "\"batchSize\":1");
    }

    @Test
    void aFailedChangeHoldsUpItsLaneAndComesAgainFromThereOn() {
        createTable();
        List<List<String>> batches = new ArrayList<>();
        function(10, _ -> (event, _) -> {
            List<String> ids = ids(event);
            batches.add(ids);
            String sequence = JSON.readTree(event)
                    .path("Records")
                    .path(ids.size() / 2)
                    .path("dynamodb")
                    .path("SequenceNumber")
                    .asText();
            return batches.size() > 1
                    ? "{}".getBytes(UTF_8)
                    : ("{\"batchItemFailures\":[{\"itemIdentifier\":\"" + sequence + "\"}]}").getBytes(UTF_8);
        });
        world.sqs().createQueue(create -> create.queueName("dead"));
        world.follow(rows(100, false, -1), "function");
        put("a", "b", "c", "d");
        world.scheduler().runFor(Duration.ofMinutes(5));
        assertThat(batches).containsExactly(List.of("a", "b", "c", "d"), List.of("c", "d"));
    }

    /** AWS: Lambda "applies your filter criteria to each new event to determine whether to add it to the current batch". */
    @Test
    void onlyWhatPassesTheFilterFillsABatch() {
        createTable();
        List<List<String>> batches = new ArrayList<>();
        function(10, _ -> (event, _) -> {
            batches.add(ids(event));
            return new byte[0];
        });
        world.sqs().createQueue(create -> create.queueName("dead"));
        world.follow(rows(4, false, -1), "function");
        put("a", "a", "b", "b", "c", "c", "d", "d");
        world.scheduler().runFor(Duration.ofMinutes(5));
        assertThat(batches).containsExactly(List.of("a", "b", "c", "d"));
    }

    @Test
    void aChangeThatFailsUntilTheStreamHasTrimmedItIsCountedAndGivenUp() {
        createTable();
        function(10, _ -> (event, _) -> {
            if (ids(event).contains("old") && world.scheduler().now().isBefore(Instant.parse("2026-01-06T01:00:00Z"))) {
                throw new IllegalStateException("poisoned");
            }
            said.addAll(ids(event));
            return new byte[0];
        });
        world.sqs().createQueue(create -> create.queueName("dead"));
        StreamEventSource source = world.follow(rows(100, false, -1), "function");
        put("old");
        world.scheduler().runFor(Duration.ofHours(2));
        assertThat(source.trimmed()).isZero();
        put("new");
        world.scheduler().runFor(Duration.ofHours(23));
        assertThat(source.trimmed()).isEqualTo(1);
        assertThat(said).containsExactly("new");
        assertThat(world.sqs().bodies("dead"))
                .singleElement()
                .asString()
                .contains("RecordAgeExceeded", "\"batchSize\":1");
    }

    @Test
    void aScheduleInvokesAtItsTimesAndTriesAgain() {
        function(10, environment -> (event, _) -> {
            said.add(JSON.readTree(event).path("time").asText());
            if (said.size() == 1) {
                throw new IllegalStateException("once");
            }
            return new byte[0];
        });
        world.schedule("clock", ScheduledRule.every(Duration.ofMinutes(10)), "function", 2, () -> true);
        world.scheduler().runFor(Duration.ofMinutes(25));
        assertThat(said).containsExactly("2026-01-05T00:10:00Z", "2026-01-05T00:10:00Z", "2026-01-05T00:20:00Z");
        assertThat(ScheduledRule.dailyAt(Duration.ofMinutes(90)).apply(Instant.parse("2026-01-05T01:30:00Z")))
                .isEqualTo("2026-01-06T01:30:00Z");
    }

    @Test
    void anEnvironmentMayDieAtAnyMoment() {
        SimulatedWorld savage = SimulatedWorld.of(4)
                .level(FaultLevel.SAVAGE)
                .faults((_, kind, _) -> kind == FaultKind.ENVIRONMENT_DIED)
                .build();
        SimulatedFunction function = savage.lambda()
                .create(new FunctionSettings("function", Duration.ofSeconds(10), 10), environment -> (_, _) -> {
                    environment.sleep(Duration.ofSeconds(1));
                    return new byte[0];
                });
        savage.scheduler().spawn("caller", () -> {
            for (int i = 0; i < 500; i++) {
                outcomes.add(function.invoke(new byte[0]));
            }
        });
        savage.scheduler().runFor(Duration.ofHours(1));
        assertThat(outcomes).hasSize(500).contains(new InvocationOutcome.Failed("Runtime exited"));
    }

    private void put(String... ids) {
        world.scheduler().spawn("writer", () -> List.of(ids)
                .forEach(id -> world.dynamoDb().putItem(put -> put.tableName("rows")
                        .item(Map.of(
                                "id",
                                AttributeValue.fromS(id),
                                "version",
                                AttributeValue.fromN(Integer.toString(++versions)))))));
    }

    /** Of items that are new. */
    private SourceSpec.Stream rows(int batchSize, boolean bisect, int maximumRetries) {
        ObjectNode inserted = JSON.createObjectNode();
        inserted.putArray("eventName").add("INSERT");
        return new SourceSpec.Stream(
                "rows",
                "rows",
                "arn:aws:dynamodb:us-east-1:000000000000:table/rows/stream/simulated",
                true,
                batchSize,
                Duration.ofSeconds(5),
                true,
                List.of(inserted),
                1,
                bisect,
                maximumRetries,
                Optional.empty(),
                Optional.of(world.sqs().arn("dead")));
    }

    private void createTable() {
        world.dynamoDb().createTable(table -> table.tableName("rows")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType(KeyType.HASH)
                        .build())
                .streamSpecification(stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
    }

    private static List<String> ids(byte[] event) throws IOException {
        return JSON.readTree(event)
                .path("Records")
                .valueStream()
                .map(record -> record.path("dynamodb")
                        .path("Keys")
                        .path("id")
                        .path("S")
                        .asText())
                .toList();
    }
}
