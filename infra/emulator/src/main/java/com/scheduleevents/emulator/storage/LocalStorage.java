package com.scheduleevents.emulator.storage;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.TableSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** DynamoDB Local and ElasticMQ, which keep their data in a directory if there is one. */
public final class LocalStorage implements Storage {

    private final DynamoDbLocal dynamoDbServer;
    private final SqsLocal sqsServer;
    private final DynamoDbClient dynamoDb;
    private final DynamoDbStreamsClient streams;
    private final SqsClient sqs;
    private final QueueNamesFile keptQueues;

    private LocalStorage(DynamoDbLocal dynamoDbServer, SqsLocal sqsServer, String region, QueueNamesFile keptQueues) {
        this.keptQueues = keptQueues;
        this.dynamoDbServer = dynamoDbServer;
        this.sqsServer = sqsServer;
        SdkClients clients = new SdkClients(region);
        this.dynamoDb = clients.dynamoDb(dynamoDbServer.url());
        this.streams = clients.streams(dynamoDbServer.url());
        this.sqs = clients.sqs(sqsServer.url());
    }

    /**
     * Starts both. Only one pair starts at a time, including its first request: two DynamoDB Locals of one JVM that get their first
     * requests at once may not know an operation.
     *
     * @param dynamoDbPort 0 for a free one
     * @param pseudoParameters region and account; the base URL of its queues is where SQS listens
     * @param directory stores all data; empty: in memory
     */
    public static synchronized LocalStorage start(
            int dynamoDbPort, PseudoParameters pseudoParameters, Optional<Path> directory) throws IOException {
        DynamoDbLocal dynamoDb = DynamoDbLocal.start(dynamoDbPort, directory.map(path -> path.resolve("dynamodb")));
        SqsLocal sqs = SqsLocal.start(
                pseudoParameters.queues().getPort(),
                directory.map(path -> path.resolve("sqs")),
                pseudoParameters.region(),
                pseudoParameters.account());
        LocalStorage storage =
                new LocalStorage(dynamoDb, sqs, pseudoParameters.region(), new QueueNamesFile(directory));
        storage.dynamoDb().listTables();
        return storage;
    }

    @Override
    public void createTables(Collection<TableSpec> tables) {
        for (TableSpec table : tables) {
            try {
                dynamoDb.createTable(table.creation());
                table.ttlAttribute()
                        .ifPresent(attribute -> dynamoDb.updateTimeToLive(request -> request.tableName(table.name())
                                .timeToLiveSpecification(
                                        ttl -> ttl.attributeName(attribute).enabled(true))));
            } catch (ResourceInUseException e) {
                requireSameKeys(table);
            }
        }
    }

    private void requireSameKeys(TableSpec table) {
        var there = dynamoDb.describeTable(request -> request.tableName(table.name()))
                .table();
        if (!there.keySchema().equals(table.creation().keySchema())) {
            throw new IllegalStateException("The table " + table.name()
                    + " in the data directory has other keys than the template says: use an empty directory.");
        }
    }

    @Override
    public void createQueues(Collection<QueueSpec> queues) {
        keptQueues.awaitIn(sqs);
        Map<String, QueueSpec> left = new HashMap<>();
        queues.forEach(queue -> left.put(queue.arn(), queue));
        while (!left.isEmpty()) {
            QueueSpec next = left.values().stream()
                    .filter(queue ->
                            left.keySet().stream().noneMatch(arn -> !arn.equals(queue.arn()) && redrivesTo(queue, arn)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("Queues redrive to each other in a circle."));
            createQueue(next);
            left.remove(next.arn());
        }
        keptQueues.keep(queues);
    }

    private static boolean redrivesTo(QueueSpec queue, String arn) {
        return queue.attributes().getOrDefault("RedrivePolicy", "").contains('"' + arn + '"');
    }

    private void createQueue(QueueSpec queue) {
        sqs.createQueue(request -> request.queueName(queue.name()));
        if (!queue.attributes().isEmpty()) {
            sqs.setQueueAttributes(request -> request.queueUrl(queue.url()).attributesWithStrings(queue.attributes()));
        }
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
    public Optional<String> streamArn(String table) {
        return Optional.ofNullable(dynamoDb.describeTable(request -> request.tableName(table))
                .table()
                .latestStreamArn());
    }

    @Override
    public WriteSignal writes(String table) {
        return dynamoDbServer.writes(table);
    }

    @Override
    public SqsClient sqs() {
        return sqs;
    }

    @Override
    public CompletableFuture<String> unwritable() {
        return sqsServer.unwritable();
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
    public void close() throws IOException {
        dynamoDb.close();
        streams.close();
        sqs.close();
        sqsServer.close();
        dynamoDbServer.close();
    }
}
