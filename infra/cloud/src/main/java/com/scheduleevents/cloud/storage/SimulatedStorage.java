package com.scheduleevents.cloud.storage;

import com.scheduleevents.cloud.dynamodb.SimulatedDynamoDb;
import com.scheduleevents.cloud.faults.FaultFilter;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.kms.SimulatedKms;
import com.scheduleevents.cloud.sqs.SimulatedSqs;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.TableSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The tables, queues and keys of a template, simulated as in a world without faults, for callers on threads of their own. Building one
 * takes milliseconds. A global index shows a write to the next call. Rows do not expire: their dates are those of the caller, and the
 * time here is not. What is delayed in a queue becomes visible when {@link #pass} says that the time has passed.
 *
 * <p>All methods can be called by several threads; the services answer one call at a time.
 */
public final class SimulatedStorage {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Longer than any global index lags behind its table. */
    private static final Duration SETTLING = Duration.ofSeconds(10);

    private static final String REDRIVE = "RedrivePolicy";

    private final Scheduler timeOfTables = Scheduler.ofCallersInTurn(START);
    private final Scheduler timeOfQueues = Scheduler.ofCallersInTurn(START);
    private final SimulatedDynamoDb tables;
    private final SimulatedSqs queues;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;
    private final KmsClient kms;

    /** Empty tables and queues. */
    public SimulatedStorage(Template template) {
        this.tables = simulated(timeOfTables, SimulatedDynamoDb::new);
        this.queues = simulated(timeOfQueues, SimulatedSqs::new);
        Scheduler timeOfKeys = Scheduler.ofCallersInTurn(START);
        SimulatedKms keys = simulated(timeOfKeys, SimulatedKms::new);
        template.tables().values().stream().map(TableSpec::creation).forEach(tables::createTable);
        template.queues().values().stream()
                .sorted(Comparator.comparing(queue -> queue.attributes().containsKey(REDRIVE)))
                .forEach(queue -> queues.createQueue(
                        create -> create.queueName(queue.name()).attributesWithStrings(queue.attributes())));
        template.keys().values().forEach(keys::createKey);
        this.dynamoDb = CallsInTurn.of(DynamoDbClient.class, tables, () -> timeOfTables.runFor(SETTLING));
        this.sqs = CallsInTurn.of(SqsClient.class, queues, () -> {});
        this.kms = CallsInTurn.of(KmsClient.class, keys, () -> {});
    }

    /**
     * Reads a template as it would be deployed on simulated services.
     *
     * @param parameters values of its parameters, by name
     */
    public static Template template(Path file, Map<String, String> parameters) {
        try {
            return Template.read(file, parameters, PseudoParameters.local(URI.create(SimulatedSqs.ENDPOINT)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T simulated(Scheduler time, Service<T> service) {
        RandomStreams streams = new RandomStreams(1);
        FaultInjector none = new FaultInjector(time, streams, FaultLevel.CALM, FaultFilter.ALL);
        return service.start(time, streams, none, WorldTrace.off(time));
    }

    /** A client of the tables. */
    public DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    /** A client of the queues. */
    public SqsClient sqs() {
        return sqs;
    }

    /** A client of the keys. */
    public KmsClient kms() {
        return kms;
    }

    /** Lets time pass for the messages of all queues. */
    public void pass(Duration time) {
        synchronized (queues) {
            timeOfQueues.runFor(time);
        }
    }

    /**
     * Every row of a table.
     *
     * @param table its name
     */
    public List<Map<String, AttributeValue>> rows(String table) {
        return dynamoDb.scanPaginator(scan -> scan.tableName(table)).items().stream()
                .toList();
    }

    /** How a simulated service begins. */
    private interface Service<T> {
        T start(Scheduler time, RandomStreams streams, FaultInjector faults, WorldTrace trace);
    }
}
