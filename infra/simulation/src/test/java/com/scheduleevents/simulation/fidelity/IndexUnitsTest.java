package com.scheduleevents.simulation.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.SimulatedWorld;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What writes take in an index (DynamoDB Developer Guide, "Using Global Secondary Indexes": "Write capacity units"). */
@Tag("world")
class IndexUnitsTest {

    private final SimulatedWorld world = SimulatedWorld.of(3).build();

    @BeforeEach
    void createTable() {
        world.dynamoDb().createTable(table -> table.tableName("rows")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("id"), attribute("g"))
                .keySchema(key("id"))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("by_g")
                        .keySchema(key("g"))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))
                        .build()));
    }

    @Test
    void rowWithoutTheIndexKeyTakesNothing() {
        assertThat(unitsOfPut(Map.of("v", "1"))).isZero();
    }

    @Test
    void newEntryAndAChangeOfOneTakeAUnitForEachKilobyte() {
        assertThat(unitsOfPut(Map.of("g", "a", "v", "1"))).isEqualTo(1);
        assertThat(unitsOfPut(Map.of("g", "a", "v", "x".repeat(1500)))).isEqualTo(2);
        assertThat(unitsOfPut(Map.of("g", "a", "v", "1"))).isEqualTo(2);
    }

    @Test
    void entryThatStaysAsItIsTakesNothing() {
        unitsOfPut(Map.of("g", "a", "v", "1"));

        assertThat(unitsOfPut(Map.of("g", "a", "v", "1"))).isZero();
    }

    @Test
    void entryThatMovesIsDeletedAndPut() {
        unitsOfPut(Map.of("g", "a", "v", "1"));

        assertThat(unitsOfPut(Map.of("g", "b", "v", "1"))).isEqualTo(2);
        assertThat(unitsOfPut(Map.of("v", "1"))).isEqualTo(1);
    }

    private double unitsOfPut(Map<String, String> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(Map.of("id", AttributeValue.fromS("row")));
        attributes.forEach((name, value) -> item.put(name, AttributeValue.fromS(value)));
        double before = world.dynamoDb().consumption("rows").indexWrites();
        Task put = world.scheduler().spawn("test", () -> world.dynamoDb()
                .putItem(request -> request.tableName("rows").item(item)));
        while (!put.isDone()) {
            world.scheduler().runFor(Duration.ofSeconds(1));
        }
        return world.dynamoDb().consumption("rows").indexWrites() - before;
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
}
