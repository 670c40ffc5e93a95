package com.scheduleevents.emulator.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import com.scheduleevents.emulator.storage.LocalStorage;
import com.scheduleevents.emulator.storage.Storage;
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

class FaultProxyTest {

    @TempDir
    private Path directory;

    private final PlannedFaults faults = new PlannedFaults();
    private final LivingInstances instances = new LivingInstances();
    private Storage storage;
    private FaultProxy proxy;
    private FunctionLog log;
    private JarClasses classes;
    private FunctionHost host;

    @BeforeEach
    void start() throws IOException {
        PseudoParameters pseudoParameters = PseudoParameters.local(URI.create("http://127.0.0.1:" + FreePorts.one()));
        Path file = Files.writeString(directory.resolve("template.yaml"), """
                Resources:
                  Table:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                """);
        storage = LocalStorage.start(0, pseudoParameters, Optional.empty());
        storage.createTables(
                Template.read(file, Map.of(), pseudoParameters).tables().values());
        proxy = new FaultProxy("dynamodb", storage.dynamoDbUrl(), instances, List.of(faults));
        log = FunctionLog.open(directory.resolve("log"), line -> {});
        classes = new JarClasses();
        host = new FunctionHost(
                new FunctionJars(classes, log, HandlerFactory.FROM_ENVIRONMENT),
                SampleJar.function(directory, Duration.ofMinutes(2), Map.of()),
                Map.of("AWS_ENDPOINT_URL_DYNAMODB", proxy.url().toString()),
                instances,
                log);
    }

    @AfterEach
    void stop() throws IOException {
        host.close();
        classes.close();
        log.close();
        proxy.close();
        storage.close();
    }

    @Test
    void passesCallsOn() throws FunctionFailed {
        assertThat(call()).contains("200");
        assertThat(rows()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"BEFORE, 0", "AFTER, 1"})
    void letsAnInstanceDieAtACall(PlannedFaults.Moment moment, int rows) throws FunctionFailed {
        var killed = faults.kill(new PlannedFaults.Fault("Sample", "PutItem", "Table", 1, moment));
        assertThatThrownBy(this::call).isInstanceOf(FunctionFailed.class).hasMessageContaining("Killed");
        assertThat(killed).isDone();
        assertThat(rows()).isEqualTo(rows);
        assertThat(instances.with("Samplex1")).isEmpty();
        assertThat(call()).contains("200");
    }

    @Test
    void letsTheEarlierCallsPass() throws FunctionFailed {
        assertThat(faults.kill(new PlannedFaults.Fault("Sample", "PutItem", "", 2, PlannedFaults.Moment.BEFORE)))
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
