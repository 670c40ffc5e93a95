package com.scheduleevents.emulator.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.FunctionHost;
import com.scheduleevents.emulator.lambda.FunctionJars;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.HandlerFactory;
import com.scheduleevents.emulator.lambda.JarClasses;
import com.scheduleevents.emulator.lambda.LivingInstances;
import com.scheduleevents.emulator.sample.SampleJar;
import com.scheduleevents.emulator.storage.FreePorts;
import com.scheduleevents.emulator.storage.MemoryStorage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What tests plan for calls over HTTP happens to calls within the process too. */
class InterceptedClientTest {

    private final PlannedFaults faults = new PlannedFaults();
    private final CallCounter calls = new CallCounter();
    private final LivingInstances instances = new LivingInstances();
    private MemoryStorage storage;
    private FunctionLog log;
    private JarClasses classes;
    private FunctionHost host;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        PseudoParameters pseudoParameters = PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
        Path file = Files.writeString(directory.resolve("template.yaml"), """
                Resources:
                  Table:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                """);
        storage = MemoryStorage.start(0, pseudoParameters, List.of());
        storage.createTables(
                Template.read(file, Map.of(), pseudoParameters).tables().values());
        log = FunctionLog.open(directory.resolve("log"), line -> {});
        classes = new JarClasses();
        HandlerFactory handlers =
                (_, environment) -> new Writing(client(environment.getOrDefault("AWS_ACCESS_KEY_ID", "")));
        host = new FunctionHost(
                new FunctionJars(classes, log, handlers),
                SampleJar.function(directory, Duration.ofMinutes(2), Map.of()),
                Map.of(),
                instances,
                log);
    }

    private DynamoDbClient client(String instance) {
        return InterceptedClient.of(
                DynamoDbClient.class, storage.dynamoDb(), instances, instance, List.of(calls, faults));
    }

    @AfterEach
    void stop() throws IOException {
        host.close();
        classes.close();
        log.close();
        storage.close();
    }

    @Test
    void passesCallsOnAndCountsThem() throws FunctionFailed {
        assertThat(call()).isEqualTo("1");
        assertThat(calls.of("Sample", "PutItem", "Table")).isEqualTo(1);
        // The pages of a paginator are calls of their own.
        assertThat(calls.of("Sample")).containsOnlyKeys("Sample PutItem Table", "Sample Scan Table");
    }

    @ParameterizedTest
    @CsvSource({"BEFORE, 0", "AFTER, 1"})
    void letsAnInstanceDieAtACall(PlannedFaults.Moment moment, int rows) throws FunctionFailed {
        var killed = faults.kill(new PlannedFaults.Fault("Sample", "PutItem", "Table", 1, moment));
        assertThatThrownBy(this::call).isInstanceOf(FunctionFailed.class);
        assertThat(killed).isDone();
        assertThat(storage.dynamoDb().scan(scan -> scan.tableName("Table")).count())
                .isEqualTo(rows);
        assertThat(instances.with("Samplex1")).isEmpty();
        assertThat(call()).isEqualTo("1");
    }

    @Test
    void refusesAsIamDoes() {
        var refused =
                faults.refuse(new PlannedFaults.Fault("Sample", "PutItem", "Table", 1, PlannedFaults.Moment.BEFORE));
        assertThatThrownBy(this::call)
                .isInstanceOf(FunctionFailed.class)
                .cause()
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        error -> assertThat(error.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException"));
        assertThat(refused).isDone();
        assertThat(storage.dynamoDb().scan(scan -> scan.tableName("Table")).count())
                .isZero();
    }

    @Test
    void discardedInstanceCallsNothing() {
        assertThatThrownBy(() -> client("Samplex7").scan(scan -> scan.tableName("Table")))
                .isInstanceOf(AbortedException.class);
    }

    private String call() throws FunctionFailed {
        return new String(host.invoke("{}".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    /** Puts an item, and returns how many there are. */
    private record Writing(DynamoDbClient tables) implements RequestStreamHandler {

        @Override
        public void handleRequest(InputStream event, OutputStream response, Context context) throws IOException {
            tables.putItem(put -> put.tableName("Table").item(Map.of("id", AttributeValue.fromS("1"))));
            long items = tables.scanPaginator(scan -> scan.tableName("Table")).items().stream()
                    .count();
            response.write(Long.toString(items).getBytes(StandardCharsets.UTF_8));
        }
    }
}
