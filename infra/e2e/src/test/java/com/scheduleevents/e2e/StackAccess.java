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
 * What lies behind a target's API: its tables and queues, by the names that the template gives them, and the operator's command
 * line. For tests that look, or act, where no answer of the API reaches; a target that has none skips them.
 */
public final class StackAccess implements AutoCloseable {

    private final CloudDescription cloud;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;
    private final Path file;

    /**
     * @param cloud says where its parts are
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

    /** What a table is really called. */
    String table(String logicalId) {
        return named(logicalId);
    }

    /** The address of a queue. */
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
