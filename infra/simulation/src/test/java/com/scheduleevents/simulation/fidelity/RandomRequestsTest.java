package com.scheduleevents.simulation.fidelity;

import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.item;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.time.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The same drawn requests to the simulated DynamoDB and to DynamoDB Local: the same outcomes, the same items. */
class RandomRequestsTest {

    private static final int REQUESTS = 60;

    private final DynamoDbClient simulated = new CalmWorld().dynamoDb();
    private final DynamoDbClient embedded = EmbeddedDynamoDb.client();
    private final String simulatedTable = DynamoDbFixture.table(simulated);
    private final String embeddedTable = DynamoDbFixture.table(embedded);

    @Test
    void conditionsHoldForTheSameItems() {
        RandomRequests requests = new RandomRequests(new RandomStreams(20260105).stream("conditions"));
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            Map<String, AttributeValue> item = requests.item();
            String condition = requests.condition();
            UpdateItemRequest.Builder request = UpdateItemRequest.builder().conditionExpression(condition);
            compare(item, request, condition, differences);
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void updatesMakeTheSameOfTheSameItems() {
        RandomRequests requests = new RandomRequests(new RandomStreams(20260105).stream("updates"));
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            Map<String, AttributeValue> item = requests.item();
            String update = requests.update();
            if (!update.isEmpty()) {
                compare(item, UpdateItemRequest.builder().updateExpression(update), update, differences);
            }
        }
        assertThat(differences).isEmpty();
    }

    private void compare(
            Map<String, AttributeValue> item,
            UpdateItemRequest.Builder request,
            String expression,
            List<String> differences) {
        Map<String, AttributeValue> values = RandomRequests.values(expression);
        Map<String, String> names = RandomRequests.names(expression);
        if (!values.isEmpty()) {
            request.expressionAttributeValues(values);
        }
        if (!names.isEmpty()) {
            request.expressionAttributeNames(names);
        }
        request.key(key("a")).returnValues(ReturnValue.ALL_NEW);
        String one = outcome(simulated, simulatedTable, item, request);
        String other = outcome(embedded, embeddedTable, item, request);
        // DynamoDB Local rejects a condition whose path leads through a scalar; in DynamoDB such a path does not exist.
        boolean pathThroughScalar =
                one.equals("ConditionalCheckFailedException") && other.equals("ValidationException");
        if (!one.equals(other) && !pathThroughScalar) {
            differences.add(expression + " on " + new TreeMap<>(item) + ": simulated " + one + ", embedded " + other);
        }
    }

    private static String outcome(
            DynamoDbClient client, String table, Map<String, AttributeValue> item, UpdateItemRequest.Builder request) {
        client.putItem(put -> put.tableName(table).item(item("a", item)));
        try {
            Map<String, AttributeValue> after =
                    client.updateItem(request.tableName(table).build()).attributes();
            Map<String, String> text = new TreeMap<>();
            after.forEach((name, value) -> text.put(name, text(value)));
            return text.toString();
        } catch (AwsServiceException e) {
            return e.awsErrorDetails().errorCode();
        }
    }

    /** Sets have no order. */
    private static String text(AttributeValue value) {
        return switch (value.type()) {
            case SS -> value.ss().stream().sorted().toList().toString();
            case NS -> value.ns().stream().sorted().toList().toString();
            case M -> {
                Map<String, String> text = new TreeMap<>();
                value.m().forEach((name, inner) -> text.put(name, text(inner)));
                yield text.toString();
            }
            case L -> value.l().stream().map(RandomRequestsTest::text).toList().toString();
            default -> value.toString();
        };
    }
}
