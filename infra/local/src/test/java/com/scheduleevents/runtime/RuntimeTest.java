package com.scheduleevents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.local.Ports;
import com.scheduleevents.local.storage.Storage;
import com.scheduleevents.local.template.FunctionSpec;
import com.scheduleevents.local.template.Surroundings;
import com.scheduleevents.local.template.Template;
import com.scheduleevents.runtime.RuntimeApi.Told;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each function of the template starts, answers and logs under Lambda's own runtime client, with what the template gives it. */
@Execution(ExecutionMode.SAME_THREAD) // each test is a JVM of its own
class RuntimeTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Surroundings SURROUNDINGS =
            Surroundings.local(URI.create("http://127.0.0.1:" + Ports.from(0).sqs()));
    private static final Template TEMPLATE = template();

    private static Storage storage;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startStorage() throws IOException {
        storage = Storage.start(0, SURROUNDINGS, Optional.empty());
        storage.createTables(TEMPLATE.tables().values());
        storage.createQueues(TEMPLATE.queues().values());
    }

    @AfterAll
    static void stopStorage() throws IOException {
        storage.close();
    }

    static Stream<String> functions() {
        return TEMPLATE.functions().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void itAnswersAnEventOfItsKindAndLogsJson(String id) throws IOException, InterruptedException {
        SampleEvents.Sample sample = SampleEvents.of(id);
        FunctionSpec function = TEMPLATE.function(id);
        try (RuntimeApi api = new RuntimeApi();
                FunctionProcess process =
                        FunctionProcess.start(function, directory, environment(function, api, "on-demand"))) {
            api.hand(sample.event());

            Told answer = told(api, process);
            assertThat(answer.path())
                    .as(String.join("\n", process.lines()))
                    .isEqualTo("/invocation/" + RuntimeApi.REQUEST + "/response");
            assertThat(answer.body()).contains(sample.answer());
            api.hand(sample.event());
            assertThat(told(api, process).body())
                    .as("a second answer of the same process")
                    .contains(sample.answer());
            assertThat(process.isAlive()).isTrue();
            assertThat(process.lines()).allSatisfy(line -> {
                JsonNode json = JSON.readTree(line);
                assertThat(json.at("/mdc/request_id")
                                .asText(json.path("formattedMessage").asText()))
                        .isNotBlank();
            });
            if (sample.logs()) {
                assertThat(process.lines()).anyMatch(line -> line.contains("\"request_id\":\"" + RuntimeApi.REQUEST));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("functions")
    void withoutOneOfItsVariablesItDoesNotStartAndNamesIt(String id) throws IOException, InterruptedException {
        FunctionSpec function = TEMPLATE.function(id);
        String missing =
                function.environment().keySet().stream().sorted().findFirst().orElseThrow();
        try (RuntimeApi api = new RuntimeApi()) {
            Map<String, String> environment = new HashMap<>(environment(function, api, "on-demand"));
            environment.remove(missing);
            try (FunctionProcess process = FunctionProcess.start(function, directory, environment)) {
                assertThat(told(api, process)).satisfies(error -> {
                    assertThat(error.path()).isEqualTo("/init/error");
                    assertThat(error.body()).contains("the environment variable " + missing + " is not set");
                });
                assertThat(process.exit()).isNotZero();
            }
        }
    }

    static Map<String, String> environment(FunctionSpec function, RuntimeApi api, String initialization) {
        Map<String, String> environment = new HashMap<>(function.environment());
        environment.putAll(Map.of(
                "AWS_LAMBDA_RUNTIME_API", api.authority(),
                "AWS_LAMBDA_INITIALIZATION_TYPE", initialization,
                "AWS_LAMBDA_FUNCTION_NAME", function.name(),
                "AWS_LAMBDA_FUNCTION_VERSION", "1",
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(function.memoryMegabytes()),
                "AWS_LAMBDA_LOG_FORMAT", "JSON",
                "AWS_REGION", SURROUNDINGS.region(),
                "AWS_ENDPOINT_URL_DYNAMODB", storage.dynamoDbAddress().toString(),
                "AWS_ENDPOINT_URL_SQS", storage.sqsAddress().toString(),
                "_HANDLER", function.handler()));
        environment.putAll(Map.of(
                "AWS_ACCESS_KEY_ID", "dummy",
                "AWS_SECRET_ACCESS_KEY", "dummy",
                "AWS_SESSION_TOKEN", "dummy",
                "LANG", "C.UTF-8"));
        return environment;
    }

    private static Told told(RuntimeApi api, FunctionProcess process) throws IOException, InterruptedException {
        return Objects.requireNonNull(
                api.told().poll(60, TimeUnit.SECONDS), "it told nothing:\n" + String.join("\n", process.lines()));
    }

    private static Template template() {
        try {
            return Template.read(Path.of("..", "..", "template.yaml"), Map.of(), SURROUNDINGS);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
