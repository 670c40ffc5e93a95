package com.scheduleevents.aws.wiring;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.events.DynamoBatches;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.events.EventRow;
import com.scheduleevents.cloud.storage.SimulatedStorage;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The stores and queues of production on storage that is simulated in memory: for tests of handlers, and of what the domain does with its
 * stores. Each is empty when it is made.
 *
 * @param environment the variables that template.yaml sets, of all functions together
 * @param storage what the clients call
 * @param dynamoDb a client of its tables
 * @param clock the time
 * @param random a cryptographic source
 * @param metrics what is counted
 */
public record TestWiring(
        Environment environment,
        SimulatedStorage storage,
        DynamoDbClient dynamoDb,
        Clock clock,
        RandomGenerator random,
        InMemoryMetrics metrics)
        implements Wiring {

    private static final Template TEMPLATE = SimulatedStorage.template(Path.of("../../template.yaml"), Map.of());

    private static final Environment ENVIRONMENT = new Environment(TEMPLATE.functions().values().stream()
            .flatMap(function -> function.environment().entrySet().stream())
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one)));

    /** A wiring by the clock. */
    public static TestWiring create() {
        return create(Clock.systemUTC());
    }

    /** A wiring of empty storage. */
    public static TestWiring create(Clock clock) {
        SimulatedStorage storage = new SimulatedStorage(TEMPLATE);
        return new TestWiring(
                ENVIRONMENT, storage, storage.dynamoDb(), clock, new SecureRandom(), new InMemoryMetrics());
    }

    /** The same storage at a time. */
    public TestWiring at(Instant now) {
        return new TestWiring(environment, storage, dynamoDb, Clock.fixed(now, ZoneOffset.UTC), random, metrics);
    }

    /** The same storage behind another client, such as one that fails. */
    public TestWiring with(DynamoDbClient other) {
        return new TestWiring(environment, storage, other, clock, random, metrics);
    }

    @Override
    public SqsClient sqs() {
        return storage.sqs();
    }

    @Override
    public KmsClient kms() {
        return storage.kms();
    }

    /** The idempotency keys of recorded events. */
    public IdempotencyStore idempotency() {
        return new DynamoIdempotency(dynamoDb, environment.text("IDEMPOTENCY_TABLE"));
    }

    /** Writes events and their keys in batches. */
    public BatchStore batches() {
        return new DynamoBatches(dynamoDb, environment.text("EVENTS_TABLE"), environment.text("IDEMPOTENCY_TABLE"));
    }

    /** How many events are recorded, of all accounts; a void row is none. */
    public int eventCount() {
        return (int) storage.rows(environment.text("EVENTS_TABLE")).stream()
                .filter(row -> !EventRow.isVoid(row))
                .count();
    }

    /**
     * Deletes all rows of a table, as if it had been restored to an earlier time.
     *
     * @param id its logical id in the template
     */
    public void clear(String id) {
        CreateTableRequest table = TEMPLATE.table(id).creation();
        Set<String> keys =
                table.keySchema().stream().map(KeySchemaElement::attributeName).collect(Collectors.toUnmodifiableSet());
        for (Map<String, AttributeValue> row : storage.rows(table.tableName())) {
            Map<String, AttributeValue> key = new HashMap<>(row);
            key.keySet().retainAll(keys);
            dynamoDb.deleteItem(delete -> delete.tableName(table.tableName()).key(key));
        }
    }

    /**
     * How many rows a table has.
     *
     * @param id its logical id in the template
     */
    public int rows(String id) {
        return storage.rows(TEMPLATE.table(id).name()).size();
    }
}
