package com.scheduleevents.emulator.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import com.scheduleevents.emulator.storage.FreePorts;
import com.scheduleevents.emulator.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Queues, streams and schedules through real ones, on any storage; the functions are lambdas of the test. */
abstract class EventSourcesContract {

    private static final String TEMPLATE = """
            Resources:
              Work:
                Type: AWS::SQS::Queue
                Properties:
                  VisibilityTimeout: 3600
                  RedrivePolicy: {deadLetterTargetArn: !GetAtt Dead.Arn, maxReceiveCount: 2}
              Dead: {Type: AWS::SQS::Queue}
              Table:
                Type: AWS::DynamoDB::Table
                Properties:
                  AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                  KeySchema: [{AttributeName: id, KeyType: HASH}]
                  StreamSpecification: {StreamViewType: NEW_IMAGE}
              Consumer:
                Type: AWS::Serverless::Function
                Properties:
                  Runtime: java25
                  CodeUri: none.jar
                  Handler: None::handleRequest
              Queue:
                Type: AWS::Lambda::EventSourceMapping
                Properties:
                  FunctionName: !GetAtt Consumer.Arn
                  EventSourceArn: !GetAtt Work.Arn
                  BatchSize: 5
                  FunctionResponseTypes: [ReportBatchItemFailures]
                  ScalingConfig: {MaximumConcurrency: 2}
              Ticking:
                Type: AWS::Serverless::Function
                Properties:
                  Runtime: java25
                  CodeUri: none.jar
                  Handler: None::handleRequest
                  EventInvokeConfig: {MaximumRetryAttempts: 0}
                  Events:
                    EveryMinute: {Type: Schedule, Properties: {Schedule: rate(1 minute)}}
              Reader:
                Type: AWS::Serverless::Function
                Properties:
                  Runtime: java25
                  CodeUri: none.jar
                  Handler: None::handleRequest
              Stream:
                Type: AWS::Lambda::EventSourceMapping
                Properties:
                  FunctionName: !Ref Reader.Alias
                  EventSourceArn: !GetAtt Table.StreamArn
                  StartingPosition: TRIM_HORIZON
                  BatchSize: 10
                  ParallelizationFactor: 3
                  BisectBatchOnFunctionError: true
                  MaximumRetryAttempts: 1
                  FilterCriteria: {Filters: [{Pattern: '{"eventName":["INSERT","MODIFY"]}'}]}
                  DestinationConfig: {OnFailure: {Destination: !GetAtt Dead.Arn}}
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Only a failing test waits as long. */
    private static final Duration A_BUSY_MACHINE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private final List<JsonNode> received = new CopyOnWriteArrayList<>();
    private InvocableFunction ticking = event -> bytes("");
    private Template template;
    private Storage storage;
    private FunctionLog log;

    @BeforeEach
    void start() throws IOException {
        PseudoParameters pseudoParameters = PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
        template = Template.read(
                Files.writeString(directory.resolve("template.yaml"), TEMPLATE), Map.of(), pseudoParameters);
        storage = started(pseudoParameters);
        storage.createTables(template.tables().values());
        storage.createQueues(template.queues().values());
        log = FunctionLog.open(directory.resolve("log"), line -> {});
    }

    /** An empty storage. */
    abstract Storage started(PseudoParameters pseudoParameters) throws IOException;

    @AfterEach
    void stop() throws IOException {
        storage.close();
        log.close();
    }

    @Test
    void messagesThatFailAreReceivedAgainThenRedrivenAndTheOthersAreDeleted() throws IOException {
        InvocableFunction consumer = event -> {
            List<JsonNode> records = records(event);
            received.addAll(records);
            return records.stream()
                    .filter(record -> record.path("body").asText().equals("bad"))
                    .findFirst()
                    .map(this::failedAndVisible)
                    .orElseGet(() -> bytes(""));
        };
        try (var sources = started(consumer, event -> bytes(""))) {
            String url = template.queue("Work").url();
            List.of("good", "bad").forEach(body -> storage.sqs()
                    .sendMessage(m -> m.queueUrl(url).messageBody(body)));
            await().atMost(A_BUSY_MACHINE)
                    .untilAsserted(() -> assertThat(deadLetters()).containsExactly("bad"));
            assertThat(sources).isNotNull();
        }
        assertThat(received.stream().map(record -> record.path("body").asText()))
                .containsOnlyOnce("good");
        assertThat(received.stream()
                        .filter(record -> record.path("body").asText().equals("bad"))
                        .map(record ->
                                record.at("/attributes/ApproximateReceiveCount").asText()))
                .containsExactlyInAnyOrder("1", "2");
        assertThat(received.getFirst().path("eventSourceARN").asText())
                .isEqualTo("arn:aws:sqs:us-east-1:000000000000:Work");
    }

    /** Reports a message as failed and makes it visible at once: a visibility timeout that ends is no matter of a slow machine then. */
    private byte[] failedAndVisible(JsonNode record) {
        storage.sqs().changeMessageVisibility(change -> change.queueUrl(
                        template.queue("Work").url())
                .receiptHandle(record.path("receiptHandle").asText())
                .visibilityTimeout(0));
        return bytes("{\"batchItemFailures\":[{\"itemIdentifier\":\""
                + record.path("messageId").asText() + "\"}]}");
    }

    @Test
    void messagesOfUnfinishedInvocationsAreVisibleOnceTheSourcesAreClosed() throws IOException {
        String url = template.queue("Work").url();
        CompletableFuture<Void> end = new CompletableFuture<>();
        InvocableFunction hanging = event -> {
            received.addAll(records(event));
            end.join();
            throw new FunctionFailed("stopped");
        };
        storage.sqs().sendMessage(m -> m.queueUrl(url).messageBody("kept"));
        try (var sources = started(hanging, event -> bytes(""))) {
            await().atMost(A_BUSY_MACHINE).until(() -> !received.isEmpty());
            assertThat(sources).isNotNull();
        } finally {
            end.complete(null);
        }
        assertThat(storage.sqs().receiveMessage(m -> m.queueUrl(url)).messages())
                .extracting(message -> message.body())
                .containsExactly("kept");
    }

    @Test
    void aStreamComesInOrderAndAPoisonousRecordGoesToTheDestinationWithoutStoppingTheShard() throws IOException {
        InvocableFunction reader = event -> {
            List<JsonNode> records = records(event);
            if (records.stream().anyMatch(record -> number(record).equals("13"))) {
                throw new FunctionFailed("poison");
            }
            received.addAll(records);
            return bytes("");
        };
        IntStream.range(0, 40).forEach(this::put);
        try (var sources = started(event -> bytes(""), reader)) {
            IntStream.range(40, 80).forEach(this::put);
            await().atMost(A_BUSY_MACHINE).until(() -> received.size() == 79);
            await().atMost(A_BUSY_MACHINE).until(() -> !deadLetters().isEmpty());
            assertThat(sources).isNotNull();
        }
        for (String key : List.of("0", "1", "2", "3")) {
            assertThat(received.stream()
                            .filter(record ->
                                    record.at("/dynamodb/Keys/id/S").asText().equals(key))
                            .map(record -> Integer.parseInt(number(record))))
                    .isSorted();
        }
    }

    @Test
    void fewChangesAreOneBatch() throws IOException {
        List<List<JsonNode>> batches = new CopyOnWriteArrayList<>();
        InvocableFunction reader = event -> {
            batches.add(records(event));
            return bytes("");
        };
        IntStream.range(0, 4).forEach(this::put);
        try (var sources = started(event -> bytes(""), reader)) {
            await().atMost(A_BUSY_MACHINE)
                    .until(() -> batches.stream().mapToInt(List::size).sum() == 4);
            assertThat(sources).isNotNull();
        }
        assertThat(batches).hasSize(1);
    }

    @Test
    void aStreamGoesOnWhereItWasAfterARestart() throws IOException {
        InvocableFunction reader = event -> {
            received.addAll(records(event));
            return bytes("");
        };
        put(1);
        try (var sources = started(event -> bytes(""), reader)) {
            await().atMost(A_BUSY_MACHINE).until(() -> received.size() == 1);
            Path checkpoint = directory.resolve("data/checkpoints/Reader.Stream.json");
            await().atMost(A_BUSY_MACHINE).until(() -> Files.exists(checkpoint));
            assertThat(sources).isNotNull();
        }
        put(2);
        try (var sources = started(event -> bytes(""), reader)) {
            await().atMost(A_BUSY_MACHINE).until(() -> received.size() > 1);
            assertThat(sources).isNotNull();
        }
        assertThat(received.stream().map(EventSourcesContract::number)).containsExactly("1", "2");
    }

    /** What the function did with the last records may be lost with the process. */
    @Test
    void aStreamRepeatsItsLastRecordsAfterACrash() throws IOException {
        InvocableFunction reader = event -> {
            received.addAll(records(event));
            return bytes("");
        };
        Path data = directory.resolve("data/checkpoints");
        put(1);
        try (var sources = started(event -> bytes(""), reader)) {
            await().atMost(A_BUSY_MACHINE).until(() -> Files.exists(data.resolve("Reader.Stream.json")));
            assertThat(sources).isNotNull();
        }
        // A process that is killed leaves no such file behind.
        Files.delete(data.resolve("Reader.Stream.json.clean"));
        put(2);
        try (var sources = started(event -> bytes(""), reader)) {
            await().atMost(A_BUSY_MACHINE).until(() -> received.size() > 2);
            assertThat(sources).isNotNull();
        }
        assertThat(received.stream().map(EventSourcesContract::number)).containsExactly("1", "1", "2");
    }

    @Test
    void aScheduleInvokesItsFunctionOncePerPeriodWhateverBecomesOfIt() throws IOException {
        List<JsonNode> ticks = new CopyOnWriteArrayList<>();
        ticking = event -> {
            ticks.add(json(event));
            throw new FunctionFailed("as told");
        };
        try (var sources = started(event -> bytes(""), event -> bytes(""))) {
            await().atMost(A_BUSY_MACHINE).until(() -> ticks.size() >= 3);
            assertThat(sources).isNotNull();
        }
        assertThat(ticks.stream().map(tick -> tick.path("id").asText())).doesNotHaveDuplicates();
        assertThat(ticks).allSatisfy(tick -> {
            assertThat(tick.path("detail-type").asText()).isEqualTo("Scheduled Event");
            assertThat(tick.path("source").asText()).isEqualTo("aws.events");
            assertThat(tick.path("account").asText()).isEqualTo("000000000000");
            assertThat(tick.at("/resources/0").asText())
                    .isEqualTo("arn:aws:events:us-east-1:000000000000:rule/TickingEveryMinute");
            assertThat(Instant.parse(tick.path("time").asText())).isBefore(Instant.now());
        });
    }

    private RunningEventSources started(InvocableFunction consumer, InvocableFunction reader) throws IOException {
        return RunningEventSources.start(
                template,
                Map.of("Consumer", consumer, "Reader", reader, "Ticking", ticking),
                storage,
                "us-east-1",
                Optional.of(directory.resolve("data")),
                period -> period.dividedBy(600),
                false,
                log);
    }

    private void put(int number) {
        storage.dynamoDb().putItem(put -> put.tableName("Table")
                .item(Map.of(
                        "id", AttributeValue.fromS(Integer.toString(number % 4)),
                        "number", AttributeValue.fromN(Integer.toString(number)))));
    }

    private List<String> deadLetters() {
        return storage
                .sqs()
                .receiveMessage(
                        receive -> receive.queueUrl(template.queue("Dead").url())
                                .maxNumberOfMessages(10)
                                .visibilityTimeout(0))
                .messages()
                .stream()
                .map(message -> message.body())
                .toList();
    }

    private static String number(JsonNode record) {
        return record.at("/dynamodb/NewImage/number/N").asText();
    }

    private static List<JsonNode> records(byte[] event) {
        return json(event).path("Records").valueStream().toList();
    }

    private static JsonNode json(byte[] event) {
        try {
            return JSON.readTree(event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
