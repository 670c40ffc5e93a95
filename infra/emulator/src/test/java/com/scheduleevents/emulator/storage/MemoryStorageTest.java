package com.scheduleevents.emulator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

class MemoryStorageTest {

    private static final Map<String, AttributeValue> ITEM = Map.of("id", AttributeValue.fromS("1"));
    private static final String ONLY_NEW = "attribute_not_exists(id)";

    private Template template;
    private MemoryStorage storage;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("template.yaml"), """
                Resources:
                  Queue:
                    Type: AWS::SQS::Queue
                    Properties:
                      RedrivePolicy: {deadLetterTargetArn: !GetAtt Dead.Arn, maxReceiveCount: 2}
                  Dead: {Type: AWS::SQS::Queue}
                  Table:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                      StreamSpecification: {StreamViewType: NEW_IMAGE}
                  Plain:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                """);
        PseudoParameters pseudoParameters = PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
        template = Template.read(file, Map.of(), pseudoParameters);
        storage = MemoryStorage.start(0, pseudoParameters, List.of());
        storage.createTables(template.tables().values());
        storage.createQueues(template.queues().values());
    }

    @AfterEach
    void stop() {
        storage.close();
    }

    @Test
    void otherProgramsReachTheTablesOverHttp() {
        try (DynamoDbClient outside = Storage.dynamoDbAt(storage.dynamoDbUrl())) {
            Map<String, AttributeValue> item = Map.of(
                    "id", AttributeValue.fromS("1"),
                    "n", AttributeValue.fromN("7"),
                    "l", AttributeValue.fromL(List.of(AttributeValue.fromBool(true), AttributeValue.fromNul(true))),
                    "m", AttributeValue.fromM(Map.of("s", AttributeValue.fromSs(List.of("a", "b")))));
            outside.putItem(put -> put.tableName("Table").item(item));

            assertThat(storage.dynamoDb()
                            .getItem(get -> get.tableName("Table").key(ITEM))
                            .item())
                    .isEqualTo(item);
            assertThat(outside.query(query -> query.tableName("Table")
                                    .keyConditionExpression("id = :id")
                                    .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("1"))))
                            .items())
                    .containsExactly(item);
        }
    }

    @Test
    void errorsHaveTheirFieldsOverHttp() {
        storage.dynamoDb().putItem(put -> put.tableName("Table").item(ITEM));
        try (DynamoDbClient outside = Storage.dynamoDbAt(storage.dynamoDbUrl())) {
            ConditionalCheckFailedException failed = catchThrowableOfType(
                    ConditionalCheckFailedException.class,
                    () -> outside.putItem(put -> put.tableName("Table")
                            .item(ITEM)
                            .conditionExpression(ONLY_NEW)
                            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));
            assertThat(failed.item()).isEqualTo(ITEM);

            TransactionCanceledException cancelled = catchThrowableOfType(
                    TransactionCanceledException.class,
                    () -> outside.transactWriteItems(
                            transaction -> transaction.transactItems(TransactWriteItem.builder()
                                    .put(Put.builder()
                                            .tableName("Table")
                                            .item(ITEM)
                                            .conditionExpression(ONLY_NEW)
                                            .build())
                                    .build())));
            assertThat(cancelled.cancellationReasons())
                    .extracting(CancellationReason::code)
                    .containsExactly("ConditionalCheckFailed");

            assertThatThrownBy(outside::listBackups)
                    .isInstanceOfSatisfying(DynamoDbException.class, unknown -> assertThat(
                                    unknown.awsErrorDetails().errorCode())
                            .isEqualTo("UnknownOperationException"));
        }
    }

    @Test
    void otherProgramsReachTheQueuesOverHttp() {
        String url = template.queue("Queue").url();
        try (SqsClient outside = Storage.sqsAt(storage.sqsUrl())) {
            Map<String, MessageAttributeValue> attributes = Map.of(
                    "Error",
                    MessageAttributeValue.builder()
                            .dataType("String")
                            .stringValue("späť")
                            .build(),
                    "Bytes",
                    MessageAttributeValue.builder()
                            .dataType("Binary")
                            .binaryValue(SdkBytes.fromByteArray(new byte[] {0, -1}))
                            .build());
            // The SDK compares the digests of both responses with its own.
            outside.sendMessage(
                    send -> send.queueUrl(url).messageBody("from outside").messageAttributes(attributes));
            outside.sendMessageBatch(send -> send.queueUrl(url)
                    .entries(SendMessageBatchRequestEntry.builder()
                            .id("1")
                            .messageBody("and again")
                            .messageAttributes(attributes)
                            .build()));

            List<Message> received = new ArrayList<>();
            while (received.size() < 2) {
                received.addAll(received(outside, url));
            }
            assertThat(received).extracting(Message::body).containsExactlyInAnyOrder("from outside", "and again");
            assertThat(received).extracting(Message::messageAttributes).allSatisfy(there -> assertThat(there)
                    .isEqualTo(attributes));
            assertThatThrownBy(() -> outside.sendMessage(
                            send -> send.queueUrl(url + "-unknown").messageBody("lost")))
                    .isInstanceOf(QueueDoesNotExistException.class);
        }
    }

    /** As many wait as there are messages, and each gets one, though a client answers one call at a time. */
    @Test
    void pollWaitsForItsMessage() {
        String url = template.queue("Queue").url();
        List<CompletableFuture<List<Message>>> polls = IntStream.range(0, 5)
                .mapToObj(_ ->
                        CompletableFuture.supplyAsync(() -> received(storage.sqs(), url), Thread::startVirtualThread))
                .toList();
        IntStream.range(0, 5).forEach(n -> storage.sqs()
                .sendMessage(send -> send.queueUrl(url).messageBody("message " + n)));

        List<String> bodies = new ArrayList<>();
        polls.forEach(poll -> poll.join().forEach(message -> bodies.add(message.body())));
        assertThat(bodies).containsExactlyInAnyOrder("message 0", "message 1", "message 2", "message 3", "message 4");
    }

    @Test
    void delayedMessageIsReceivedOnceItsDelayIsOver() {
        String url = template.queue("Queue").url();
        storage.sqs()
                .sendMessage(send -> send.queueUrl(url).messageBody("later").delaySeconds(1));

        assertThat(received(storage.sqs(), url)).extracting(Message::body).containsExactly("later");
    }

    @Test
    void interruptedPollEnds() throws InterruptedException {
        String url = template.queue("Queue").url();
        FutureTask<List<Message>> poll = new FutureTask<>(() -> received(storage.sqs(), url));
        Thread thread = Thread.ofVirtual().start(poll);
        thread.interrupt();

        assertThatThrownBy(poll::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(AbortedException.class);
        thread.join();
    }

    @Test
    void writeSignalsItsTable() {
        WriteSignal writes = storage.writes("Table");
        storage.dynamoDb().putItem(put -> put.tableName("Table").item(ITEM));
        assertThat(writes.count()).isEqualTo(1);
        storage.dynamoDb().putItem(put -> put.tableName("Plain").item(ITEM));
        assertThat(writes.count()).isEqualTo(1);
    }

    @Test
    void tableWithoutStreamHasNone() {
        assertThat(storage.streamArn("Plain")).isEmpty();
        assertThat(storage.streamArn("Table")).hasValueSatisfying(arn -> assertThat(
                        storage.streams().describeStream(describe -> describe.streamArn(arn)))
                .satisfies(described ->
                        assertThat(described.streamDescription().shards()).hasSize(1)));
    }

    private static List<Message> received(SqsClient sqs, String url) {
        return sqs.receiveMessage(receive ->
                        receive.queueUrl(url).messageAttributeNames("All").waitTimeSeconds(20))
                .messages();
    }
}
