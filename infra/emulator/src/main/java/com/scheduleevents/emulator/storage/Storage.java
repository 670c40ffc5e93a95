package com.scheduleevents.emulator.storage;

import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.TableSpec;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The running DynamoDB and SQS, with clients that have all permissions. */
public sealed interface Storage extends AutoCloseable permits LocalStorage, MemoryStorage {

    /** A client for another DynamoDB, such as an emulator's. */
    static DynamoDbClient dynamoDbAt(URI url) {
        return new SdkClients("us-east-1").dynamoDb(url);
    }

    /** A client for another SQS. */
    static SqsClient sqsAt(URI url) {
        return new SdkClients("us-east-1").sqs(url);
    }

    /** Creates the tables that do not exist. */
    void createTables(Collection<TableSpec> tables);

    /** Creates the queues, dead-letter queues first, and updates the attributes of existing ones. */
    void createQueues(Collection<QueueSpec> queues);

    /** DynamoDB. */
    DynamoDbClient dynamoDb();

    /** The streams of DynamoDB's tables. */
    DynamoDbStreamsClient streams();

    /** SQS. */
    SqsClient sqs();

    /** The ARN of a table's stream, if it has one. */
    Optional<String> streamArn(String table);

    /** Signals each write to a table, which its stream may have records of now. */
    WriteSignal writes(String table);

    /**
     * Completed, with what failed, once a message could not be stored: the process has to end, because nothing that is sent from then on
     * would survive it.
     */
    CompletableFuture<String> unwritable();

    /** The endpoint of DynamoDB. */
    URI dynamoDbUrl();

    /** The endpoint of SQS. */
    URI sqsUrl();

    @Override
    void close() throws IOException;
}
