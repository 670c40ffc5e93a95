package com.scheduleevents.local.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.local.Ports;
import com.scheduleevents.local.lambda.FunctionFailed;
import com.scheduleevents.local.lambda.FunctionHost;
import com.scheduleevents.local.lambda.FunctionLog;
import com.scheduleevents.local.lambda.Instances;
import com.scheduleevents.local.lambda.Jars;
import com.scheduleevents.local.sample.SampleJar;
import com.scheduleevents.local.storage.Storage;
import com.scheduleevents.local.template.Surroundings;
import com.scheduleevents.local.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateTest {

    private final Jars jars = new Jars();

    @TempDir
    private Path directory;

    private final Faults faults = new Faults();
    private final Instances instances = new Instances();
    private Storage storage;
    private Gate gate;
    private FunctionHost host;

    @BeforeEach
    void start() throws IOException {
        Surroundings surroundings = Surroundings.local(
                URI.create("http://127.0.0.1:" + Ports.from(0).sqs()));
        Path file = Files.writeString(directory.resolve("template.yaml"), """
                Resources:
                  Table:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                """);
        storage = Storage.start(0, surroundings, Optional.empty());
        storage.createTables(
                Template.read(file, Map.of(), surroundings).tables().values());
        gate = new Gate("dynamodb", storage.dynamoDbAddress(), instances, List.of(faults));
        host = new FunctionHost(
                jars,
                SampleJar.function(directory, Duration.ofSeconds(20), Map.of()),
                Map.of("AWS_ENDPOINT_URL_DYNAMODB", gate.address().toString()),
                instances,
                FunctionLog.open(directory.resolve("log"), line -> {}));
    }

    @AfterEach
    void stop() throws IOException {
        host.close();
        jars.close();
        gate.close();
        storage.close();
    }

    @Test
    void passesCallsOn() throws FunctionFailed {
        assertThat(call()).contains("200");
        assertThat(rows()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"BEFORE, 0", "AFTER, 1"})
    void letsAnInstanceDieAtACall(Faults.Moment moment, int rows) throws FunctionFailed {
        var struck = faults.kill(new Faults.Fault("Sample", "PutItem", "Table", 1, moment));
        assertThatThrownBy(this::call).isInstanceOf(FunctionFailed.class).hasMessageContaining("Killed");
        assertThat(struck).isDone();
        assertThat(rows()).isEqualTo(rows);
        assertThat(instances.with("Samplex1")).isEmpty();
        assertThat(call()).contains("200");
    }

    @Test
    void letsTheEarlierCallsPass() throws FunctionFailed {
        assertThat(faults.kill(new Faults.Fault("Sample", "PutItem", "", 2, Faults.Moment.BEFORE)))
                .isNotDone();
        assertThat(call()).contains("200");
        assertThatThrownBy(this::call).isInstanceOf(FunctionFailed.class);
    }

    private String call() throws FunctionFailed {
        return new String(host.invoke("{\"do\":\"call\"}".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    private int rows() {
        return storage.dynamoDb().scan(scan -> scan.tableName("Table")).count();
    }
}
