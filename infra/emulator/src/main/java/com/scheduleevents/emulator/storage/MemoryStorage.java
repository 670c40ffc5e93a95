package com.scheduleevents.emulator.storage;

import com.scheduleevents.cloud.dynamodb.SimulatedDynamoDb;
import com.scheduleevents.cloud.dynamodb.SimulatedStreams;
import com.scheduleevents.cloud.kms.SimulatedKms;
import com.scheduleevents.cloud.sqs.SimulatedSqs;
import com.scheduleevents.cloud.storage.CallsInTurn;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.TableSpec;
import com.scheduleevents.cloud.time.RealTime;
import com.scheduleevents.emulator.protocol.JsonProtocolServer;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The simulated DynamoDB, SQS and KMS, by the machine's clock and without faults. Calls from this process cross no socket; other programs
 * reach DynamoDB and SQS over HTTP. Everything is lost when it is closed.
 */
public final class MemoryStorage implements Storage {

    private static final String REDRIVE = "RedrivePolicy";

    /** Any will do: a table has one stream as long as it is there. */
    private static final String STREAM_LABEL = "/stream/2026-01-01T00:00:00.000";

    private final PseudoParameters pseudoParameters;
    private final SimulatedDynamoDb tables;
    private final DynamoDbClient dynamoDb;
    private final DynamoDbStreamsClient streams;
    private final SqsClient sqs;
    private final KmsClient kms;
    private final TableSignals writes = new TableSignals();
    private final JsonProtocolServer dynamoDbServer;
    private final JsonProtocolServer sqsServer;

    private MemoryStorage(int dynamoDbPort, PseudoParameters pseudoParameters, Collection<String> keys) {
        this.pseudoParameters = pseudoParameters;
        RealTime timeOfTables = new RealTime(InstantSource.system());
        RealTime timeOfQueues = new RealTime(InstantSource.system());
        RealTime timeOfKeys = new RealTime(InstantSource.system());
        SimulatedKms simulatedKeys = new SimulatedKms(new SecureRandom());
        keys.forEach(simulatedKeys::createKey);
        this.tables = new SimulatedDynamoDb(timeOfTables);
        this.dynamoDb = CallsInTurn.of(DynamoDbClient.class, tables, timeOfTables);
        this.streams =
                CallsInTurn.of(DynamoDbStreamsClient.class, new SimulatedStreams(tables, timeOfTables), timeOfTables);
        this.sqs = CallsInTurn.of(
                SqsClient.class, new SimulatedSqs(timeOfQueues, pseudoParameters.queues()), timeOfQueues);
        this.kms = CallsInTurn.of(KmsClient.class, simulatedKeys, timeOfKeys);
        this.dynamoDbServer = JsonProtocolServer.start("DynamoDB", dynamoDbPort, DynamoDbClient.class, dynamoDb);
        try {
            this.sqsServer =
                    JsonProtocolServer.start("SQS", pseudoParameters.queues().getPort(), SqsClient.class, sqs);
        } catch (RuntimeException e) {
            dynamoDbServer.close();
            throw e;
        }
    }

    /**
     * Starts all three.
     *
     * @param dynamoDbPort 0 for a free one
     * @param pseudoParameters region and account; the base URL of its queues is where SQS listens
     * @param keys the ids or ARNs of the keys
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     */
    public static MemoryStorage start(int dynamoDbPort, PseudoParameters pseudoParameters, Collection<String> keys) {
        return new MemoryStorage(dynamoDbPort, pseudoParameters, keys);
    }

    @Override
    public void createTables(Collection<TableSpec> specs) {
        for (TableSpec table : specs) {
            dynamoDb.createTable(table.creation());
            table.ttlAttribute()
                    .ifPresent(attribute -> dynamoDb.updateTimeToLive(request -> request.tableName(table.name())
                            .timeToLiveSpecification(
                                    ttl -> ttl.attributeName(attribute).enabled(true))));
            WriteSignal signal = writes.of(table.name());
            tables.watch(table.name(), signal::signal);
        }
    }

    @Override
    public void createQueues(Collection<QueueSpec> queues) {
        queues.stream()
                .sorted(Comparator.comparing(queue -> queue.attributes().containsKey(REDRIVE)))
                .forEach(queue -> sqs.createQueue(
                        create -> create.queueName(queue.name()).attributesWithStrings(queue.attributes())));
    }

    @Override
    public DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    @Override
    public DynamoDbStreamsClient streams() {
        return streams;
    }

    @Override
    public SqsClient sqs() {
        return sqs;
    }

    /** KMS. */
    public KmsClient kms() {
        return kms;
    }

    @Override
    public Optional<String> streamArn(String table) {
        return tables.hasStream(table)
                ? Optional.of(pseudoParameters.arn("dynamodb", "table/" + table + STREAM_LABEL))
                : Optional.empty();
    }

    @Override
    public WriteSignal writes(String table) {
        return writes.of(table);
    }

    /** Never: nothing is written anywhere. */
    @Override
    public CompletableFuture<String> unwritable() {
        return new CompletableFuture<>();
    }

    @Override
    public URI dynamoDbUrl() {
        return dynamoDbServer.url();
    }

    @Override
    public URI sqsUrl() {
        return sqsServer.url();
    }

    @Override
    public void close() {
        sqsServer.close();
        dynamoDbServer.close();
    }
}
