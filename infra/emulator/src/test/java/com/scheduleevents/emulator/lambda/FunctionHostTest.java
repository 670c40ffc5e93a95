package com.scheduleevents.emulator.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.scheduleevents.emulator.sample.SampleJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionHostTest {

    /** Only a failing test waits as long. */
    private static final Duration A_BUSY_MACHINE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private FunctionLog log;
    private JarClasses classes;
    private FunctionJars jars;

    @BeforeEach
    void open() throws IOException {
        log = FunctionLog.open(directory.resolve("log"), line -> {});
        classes = new JarClasses();
        jars = new FunctionJars(classes, log, HandlerFactory.FROM_ENVIRONMENT);
    }

    @AfterEach
    void close() throws IOException {
        classes.close();
        log.close();
    }

    @Test
    void reusesAnIdleInstanceAndGivesItItsEnvironment() throws Exception {
        try (FunctionHost host = host(A_BUSY_MACHINE, Map.of("OWN", "value"))) {
            assertThat(invoke(host, "{}"))
                    .contains("\"requests\":\"1\"", "\"own\":\"value\"", "\"function\":\"Sample\"");
            assertThat(invoke(host, "{}")).contains("\"requests\":\"2\"", "\"instance\":\"Samplex1\"");
            assertThat(host.instances()).isEqualTo(1);
        }
    }

    @Test
    void seesItsOwnJarTheJdkAndTheRuntimesInterfacesAlone() throws Exception {
        try (FunctionHost host = host(A_BUSY_MACHINE, Map.of())) {
            assertThat(invoke(host, load("java.net.http.HttpClient"))).contains("true");
            assertThat(invoke(host, load("com.amazonaws.services.lambda.runtime.Context")))
                    .contains("true");
            assertThat(invoke(host, load("com.amazonaws.services.lambda.runtime.events.SQSEvent")))
                    .contains("false");
            assertThat(invoke(host, load("com.fasterxml.jackson.databind.ObjectMapper")))
                    .contains("false");
            assertThat(invoke(host, load(FunctionHost.class.getName()))).contains("false");
        }
    }

    @Test
    void startsAnotherInstanceWhileOneIsBusyAndThrowsTheOneAwayThatTimesOut() throws Exception {
        try (FunctionHost host = host(Duration.ofSeconds(5), Map.of())) {
            invoke(host, "{}");
            AtomicReference<Throwable> outcome = new AtomicReference<>();
            Thread busy = Thread.startVirtualThread(() -> {
                try {
                    invoke(host, "{\"do\":\"hang\"}");
                } catch (FunctionFailed e) {
                    outcome.set(e);
                }
            });
            await().atMost(A_BUSY_MACHINE).until(() -> host.idle() == 0);
            assertThat(invoke(host, "{}")).contains("\"instance\":\"Samplex2\"");
            busy.join();
            assertThat(outcome.get()).hasMessageContaining("timed out after 5 seconds");
            assertThat(host.instances()).isEqualTo(1);
            assertThat(host.idle()).isEqualTo(1);
        }
    }

    @Test
    void aFirstRequestMayTakeAsLongAsAStart() throws Exception {
        try (FunctionHost host = host(Duration.ofNanos(1), Map.of())) {
            assertThat(invoke(host, "{}")).contains("\"requests\":\"1\"");
            assertThatThrownBy(() -> invoke(host, "{\"do\":\"hang\"}")).hasMessageContaining("timed out");
        }
    }

    @Test
    void anInstanceThatThrowsInARequestGoesOnAndOneThatThrowsAtItsStartDoesNot() throws Exception {
        try (FunctionHost host = host(A_BUSY_MACHINE, Map.of())) {
            assertThatThrownBy(() -> invoke(host, "{\"do\":\"throw\"}")).hasMessageContaining("thrown as told");
            assertThat(invoke(host, "{}")).contains("\"instance\":\"Samplex1\"");
        }
        try (FunctionHost host = host(A_BUSY_MACHINE, Map.of("BROKEN", "yes"))) {
            assertThatThrownBy(() -> invoke(host, "{}"))
                    .isInstanceOf(FunctionFailed.class)
                    .hasMessageContaining("broken at its start");
            assertThat(host.instances()).isZero();
        }
    }

    @Test
    void aFailureIsWrittenWholeToTheLog() throws Exception {
        try (FunctionHost host = host(A_BUSY_MACHINE, Map.of())) {
            assertThatThrownBy(() -> invoke(host, "{\"do\":\"throw\"}")).isInstanceOf(FunctionFailed.class);
        }
        assertThat(Files.readString(directory.resolve("log")))
                .contains("thrown as told", "SampleFunction.handleRequest");
    }

    /** Lambda's library keeps the classes of events by their names, which both jars have. */
    @Test
    void functionsOfTwoJarsGetAllFieldsOfTheirEvents() throws Exception {
        for (String name : List.of("one.jar", "another.jar")) {
            try (FunctionHost host = new FunctionHost(
                    jars,
                    SampleJar.queueFunction(directory.resolve(name), A_BUSY_MACHINE),
                    Map.of(),
                    new LivingInstances(),
                    log)) {
                assertThat(invoke(
                                host,
                                "{\"Records\":[{\"eventSourceARN\":\"arn:aws:sqs:us-east-1:000000000000:Work\"}]}"))
                        .isEqualTo("\"arn:aws:sqs:us-east-1:000000000000:Work\"");
            }
        }
    }

    private FunctionHost host(Duration timeout, Map<String, String> environment) throws IOException {
        return new FunctionHost(
                jars, SampleJar.function(directory, timeout, environment), Map.of(), new LivingInstances(), log);
    }

    private static String load(String type) {
        return "{\"do\":\"load\",\"class\":\"" + type + "\"}";
    }

    private static String invoke(FunctionHost host, String event) throws FunctionFailed {
        return new String(host.invoke(event.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
