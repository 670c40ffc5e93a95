package com.scheduleevents.e2e;

import com.scheduleevents.emulator.storage.Storage;
import com.scheduleevents.local.CloudDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The tables and queues of a target, by logical id, and the operator's command line. For tests that check or change what the API
 * does not show; a target without such access skips them.
 */
public final class StackAccess implements AutoCloseable {

    private final CloudDescription cloud;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;
    private final Path file;

    /**
     * @param cloud has the endpoints of its parts
     */
    StackAccess(CloudDescription cloud) {
        this.cloud = cloud;
        this.dynamoDb = Storage.dynamoDbAt(cloud.dynamoDb());
        this.sqs = Storage.sqsAt(cloud.sqs());
        try {
            this.file = Files.createTempDirectory("cloud").resolve("local-cloud.json");
            cloud.writeTo(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client of the tables. */
    DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    /** A client of the queues. */
    SqsClient sqs() {
        return sqs;
    }

    /** The physical name of a table. */
    String table(String logicalId) {
        return named(logicalId);
    }

    /** The URL of a queue. */
    String queue(String logicalId) {
        return named(logicalId);
    }

    /** The operator's commands. */
    OperatorCalls operator() {
        return new OperatorCalls(file);
    }

    private String named(String logicalId) {
        return Objects.requireNonNull(cloud.resources().get(logicalId), () -> "The target has no " + logicalId + ".");
    }

    @Override
    public void close() {
        dynamoDb.close();
        sqs.close();
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.resolveSibling(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
