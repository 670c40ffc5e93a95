package com.scheduleevents.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.lambda.ExecutionEnvironment;
import com.scheduleevents.simulation.lambda.FunctionSettings;
import com.scheduleevents.simulation.lambda.LoadedFunction;
import com.scheduleevents.simulation.lambda.StreamEventSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * A small system as the functions are one: a queue whose messages become rows, a stream that puts each row on another queue,
 * and a function that counts what comes out there. Nothing that was acknowledged may be lost on the way.
 */
final class Relay {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration VISIBILITY = Duration.ofSeconds(60);
    private static final byte[] DONE = "{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8);

    private final SimulatedWorld world;
    private final List<String> acknowledged = new ArrayList<>();
    private final Map<String, Integer> arrived = new TreeMap<>();
    private final StreamEventSource stream;

    Relay(SimulatedWorld world) {
        this.world = world;
        world.dynamoDb().createTable(table -> table.tableName("rows")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType(KeyType.HASH)
                        .build())
                .streamSpecification(
                        streamed -> streamed.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
        for (String queue : List.of("in", "out")) {
            world.sqs().createQueue(create -> create.queueName(queue + "-dead"));
            world.sqs().createQueue(create -> create.queueName(queue)
                    .attributes(Map.of(
                            QueueAttributeName.VISIBILITY_TIMEOUT,
                            "60",
                            QueueAttributeName.MESSAGE_RETENTION_PERIOD,
                            "1209600",
                            QueueAttributeName.REDRIVE_POLICY,
                            "{\"deadLetterTargetArn\":\"" + world.sqs().arn(queue + "-dead")
                                    + "\",\"maxReceiveCount\":1000}")));
        }
        world.sqs().createQueue(create -> create.queueName("stream-dead"));
        world.lambda().create(new FunctionSettings("recorder", Duration.ofSeconds(30), 10), this::recorder);
        world.lambda().create(new FunctionSettings("relay", Duration.ofSeconds(30), 20), this::relay);
        world.lambda().create(new FunctionSettings("counter", Duration.ofSeconds(30), 10), this::counter);
        world.poll(source("in"), VISIBILITY, "recorder");
        world.poll(source("out"), VISIBILITY, "counter");
        stream = world.follow(
                new SourceSpec.Stream(
                        "rows",
                        "rows",
                        "arn:aws:dynamodb:us-east-1:000000000000:table/rows/stream/simulated",
                        true,
                        100,
                        Duration.ZERO,
                        true,
                        List.of(JsonNodeFactory.instance
                                .objectNode()
                                .set(
                                        "eventName",
                                        JsonNodeFactory.instance.arrayNode().add("INSERT"))),
                        10,
                        true,
                        -1,
                        Optional.empty(),
                        Optional.of(world.sqs().arn("stream-dead"))),
                "relay");
    }

    private SourceSpec.Queue source(String queue) {
        return new SourceSpec.Queue(queue, world.sqs().arn(queue), 10, Duration.ZERO, true, OptionalInt.of(5));
    }

    /** Sends a message every now and then for so long; what SQS acknowledged has to arrive. */
    void feed(Duration time, Duration between) {
        Task task = world.scheduler().spawn("producer", () -> {
            long until = world.scheduler().nanos() + time.toNanos();
            for (int i = 0; world.scheduler().nanos() < until; i++) {
                String body = "message-" + i;
                try {
                    world.sqs().sendMessage(send -> send.queueUrl(world.sqs().url("in"))
                            .messageBody(body)
                            .messageGroupId("group"));
                    acknowledged.add(body);
                } catch (SdkException notTaken) {
                    world.trace().line(() -> body + " was not taken");
                }
                world.scheduler().sleep(between);
            }
        });
        while (!task.isDone()) {
            world.scheduler().runFor(Duration.ofMinutes(1));
        }
    }

    /** Lets all that is left come to its end. */
    void calmDown() {
        world.faults().become(FaultLevel.CALM);
        world.scheduler().runFor(Duration.ofDays(1));
    }

    List<String> lost() {
        return acknowledged.stream().filter(body -> !arrived.containsKey(body)).toList();
    }

    int acknowledged() {
        return acknowledged.size();
    }

    Map<String, Integer> arrived() {
        return arrived;
    }

    long trimmed() {
        return stream.trimmed();
    }

    /** Each message by itself, side by side. */
    private LoadedFunction recorder(ExecutionEnvironment environment) {
        return (event, _) -> {
            StringBuilder failures = new StringBuilder();
            List<JsonNode> records = records(event);
            List<Future<?>> running = new ArrayList<>();
            try (ExecutorService threads =
                    Executors.newFixedThreadPool(4, Thread.ofVirtual().factory())) {
                for (JsonNode record : records) {
                    running.add(threads.submit(() -> record(record.path("body").asText())));
                }
            }
            for (int i = 0; i < records.size(); i++) {
                try {
                    running.get(i).get();
                } catch (ExecutionException failed) {
                    failures.append(failures.isEmpty() ? "" : ",")
                            .append("{\"itemIdentifier\":\"")
                            .append(records.get(i).path("messageId").asText())
                            .append("\"}");
                }
            }
            return ("{\"batchItemFailures\":[" + failures + "]}").getBytes(StandardCharsets.UTF_8);
        };
    }

    private void record(String id) {
        world.dynamoDb().updateItem(update -> update.tableName("rows")
                .key(Map.of("id", AttributeValue.fromS(id)))
                .updateExpression("ADD times :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
    }

    private LoadedFunction relay(ExecutionEnvironment environment) {
        return (event, _) -> {
            for (JsonNode record : records(event)) {
                String id = record.path("dynamodb")
                        .path("Keys")
                        .path("id")
                        .path("S")
                        .asText();
                world.sqs().sendMessage(send -> send.queueUrl(world.sqs().url("out"))
                        .messageBody(id));
            }
            return DONE;
        };
    }

    private LoadedFunction counter(ExecutionEnvironment environment) {
        return (event, _) -> {
            for (JsonNode record : records(event)) {
                arrived.merge(record.path("body").asText(), 1, Integer::sum);
            }
            return DONE;
        };
    }

    private static List<JsonNode> records(byte[] event) throws IOException {
        return JSON.readTree(event).path("Records").valueStream().toList();
    }
}
