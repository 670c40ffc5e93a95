package com.scheduleevents.simulation.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.cloud.dynamodb.ChangeRecord;
import com.scheduleevents.cloud.dynamodb.StreamShard;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.time.SimulationFailure;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.SimulatedWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What of DynamoDB shows only as time passes, and in no embedded one; the sections named are those of its developer guide. */
@Tag("world")
class DynamoDbInTimeTest {

    private SimulatedWorld world = world(FaultLevel.CALM);

    private static SimulatedWorld world(FaultLevel level) {
        SimulatedWorld world = SimulatedWorld.of(11)
                .level(level)
                .faults((_, kind, _) -> kind == FaultKind.STALE_READ
                        || kind == FaultKind.INDEX_LAG
                        || kind == FaultKind.SHARD_SPLIT
                        || kind == FaultKind.LATE_EXPIRY)
                .build();
        world.dynamoDb().createTable(table -> table.tableName("rows")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("id"), attribute("g"))
                .keySchema(key("id"))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("by_g")
                        .keySchema(key("g"))
                        .projection(Projection.builder()
                                .projectionType(ProjectionType.ALL)
                                .build())
                        .build())
                .streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
        world.dynamoDb().updateTimeToLive(update -> update.tableName("rows")
                .timeToLiveSpecification(ttl -> ttl.attributeName("expires_at").enabled(true)));
        return world;
    }

    private static AttributeDefinition attribute(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name) {
        return KeySchemaElement.builder()
                .attributeName(name)
                .keyType(KeyType.HASH)
                .build();
    }

    private static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    private void inside(Runnable action) {
        Task task = world.scheduler().spawn("test", action);
        while (!task.isDone()) {
            world.scheduler().runFor(Duration.ofSeconds(1));
        }
    }

    private void put(String id, String value, long expiresAt) {
        world.dynamoDb().putItem(put -> put.tableName("rows")
                .item(Map.of(
                        "id", s(id),
                        "g", s("g"),
                        "v", s(value),
                        "expires_at", AttributeValue.fromN(Long.toString(expiresAt)))));
    }

    private String read(String id, boolean consistent) {
        return world.dynamoDb()
                .getItem(get -> get.tableName("rows").key(Map.of("id", s(id))).consistentRead(consistent))
                .item()
                .getOrDefault("v", s("none"))
                .s();
    }

    private List<ChangeRecord> records() {
        return world.dynamoDb().stream("rows").shards().stream()
                .flatMap(shard -> shard.read(0, 10_000, world.scheduler().now()).stream())
                .toList();
    }

    @Test
    void anExpiredItemGoesLateAndTheStreamSaysWhoDeletedIt() {
        inside(() -> put("a", "1", world.scheduler().now().plusSeconds(60).getEpochSecond()));
        world.scheduler().runFor(Duration.ofSeconds(90));
        assertThat(world.dynamoDb().items("rows")).hasSize(1);
        world.scheduler().runFor(Duration.ofHours(1));
        assertThat(world.dynamoDb().items("rows")).isEmpty();
        ChangeRecord last = records().getLast();
        assertThat(last.kind()).isEqualTo(ChangeRecord.Kind.REMOVE);
        assertThat(last.byTimeToLive()).isTrue();
        assertThat(last.oldImage().orElseThrow()).containsEntry("v", s("1"));
    }

    @Test
    void anItemWhoseTimeIsPutOffStays() {
        inside(() -> put("a", "1", world.scheduler().now().plusSeconds(60).getEpochSecond()));
        inside(() -> put("a", "1", world.scheduler().now().plusSeconds(86_400).getEpochSecond()));
        world.scheduler().runFor(Duration.ofHours(2));
        assertThat(world.dynamoDb().items("rows")).hasSize(1);
    }

    /** "Change data capture for DynamoDB Streams": no record of a write that changes nothing; trimmed after 24 hours. */
    @Test
    void theStreamTellsOfChangesForADay() {
        inside(() -> {
            put("a", "1", 0);
            put("a", "1", 0);
            put("a", "2", 0);
            world.dynamoDb().deleteItem(delete -> delete.tableName("rows").key(Map.of("id", s("a"))));
        });
        assertThat(records())
                .extracting(ChangeRecord::kind)
                .containsExactly(ChangeRecord.Kind.INSERT, ChangeRecord.Kind.MODIFY, ChangeRecord.Kind.REMOVE);
        world.scheduler().runFor(Duration.ofHours(24));
        assertThat(records()).isEmpty();
    }

    @Test
    void changesOfOneItemStayInOrderWhenShardsSplit() {
        world = world(FaultLevel.SAVAGE);
        inside(() -> {
            for (int i = 0; i < 600; i++) {
                put("item-" + i % 7, Integer.toString(i), 0);
            }
        });
        List<StreamShard> shards = world.dynamoDb().stream("rows").shards();
        assertThat(shards).hasSizeGreaterThan(2);
        assertThat(shards.stream().skip(1)).allMatch(shard -> shard.parent().isPresent());
        List<String> ofOne = records().stream()
                .filter(record -> s("item-3").equals(record.keys().get("id")))
                .map(record -> Objects.requireNonNull(
                                record.newImage().orElseThrow().get("v"))
                        .s())
                .toList();
        assertThat(ofOne).isSortedAccordingTo((one, other) -> Integer.parseInt(one) - Integer.parseInt(other));
    }

    /** "Read consistency". */
    @Test
    void aReadThatNeedNotBeConsistentMaySeeTheStateBefore() {
        world = world(FaultLevel.SAVAGE);
        List<String> seen = new ArrayList<>();
        inside(() -> {
            for (int i = 0; i < 50; i++) {
                put("a", Integer.toString(i), 0);
                assertThat(read("a", true)).isEqualTo(Integer.toString(i));
                seen.add(read("a", false).equals(Integer.toString(i)) ? "new" : "old");
            }
        });
        assertThat(seen).contains("new", "old");
    }

    /** "Data synchronization between tables and global secondary indexes". */
    @Test
    void aGlobalIndexLearnsLater() {
        world = world(FaultLevel.SAVAGE);
        QueryRequest query = QueryRequest.builder()
                .tableName("rows")
                .indexName("by_g")
                .keyConditionExpression("g = :g")
                .expressionAttributeValues(Map.of(":g", s("g")))
                .build();
        List<Integer> counts = new ArrayList<>();
        inside(() -> {
            for (int i = 0; i < 40; i++) {
                put("item-" + i, "1", 0);
                counts.add(world.dynamoDb().query(query).count() - i - 1);
            }
        });
        assertThat(counts).anyMatch(missing -> missing < 0);
        world.scheduler().runFor(Duration.ofSeconds(10));
        inside(() -> assertThat(world.dynamoDb().query(query).count()).isEqualTo(40));
    }

    /** "Transaction conflict handling". */
    @Test
    void twoTransactionsOnOneItemDoNotBothSucceedAtOnce() {
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            world.scheduler().spawn("writer-" + i, () -> {
                for (int turn = 0; turn < 20; turn++) {
                    try {
                        world.dynamoDb()
                                .transactWriteItems(write -> write.transactItems(TransactWriteItem.builder()
                                        .update(update -> update.tableName("rows")
                                                .key(Map.of("id", s("a")))
                                                .updateExpression("ADD made :one")
                                                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
                                        .build()));
                        outcomes.add("made");
                    } catch (TransactionCanceledException e) {
                        outcomes.add(e.cancellationReasons().getFirst().code());
                    }
                }
            });
        }
        world.scheduler().runFor(Duration.ofMinutes(1));
        assertThat(outcomes).hasSize(40).contains("made", "TransactionConflict");
        long made = outcomes.stream().filter("made"::equals).count();
        assertThat(world.dynamoDb().items("rows").findFirst().orElseThrow())
                .containsEntry("made", AttributeValue.fromN(Long.toString(made)));
    }

    @Test
    void whatIsNotSimulatedStopsTheRun() {
        world.scheduler().spawn("test", () -> world.dynamoDb()
                .scan(scan -> scan.tableName("rows").totalSegments(2).segment(0)));
        assertThatThrownBy(() -> world.scheduler().runFor(Duration.ofSeconds(1)))
                .isInstanceOf(SimulationFailure.class)
                .hasStackTraceContaining("is not simulated");
    }
}
