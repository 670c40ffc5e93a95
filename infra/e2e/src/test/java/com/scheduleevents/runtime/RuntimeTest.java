package com.scheduleevents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.template.FunctionSpec;
import com.scheduleevents.emulator.template.PseudoParameters;
import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.runtime.RuntimeApi.Told;
import com.scheduleevents.runtime.SampleEvents.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each function of the template under Lambda's own runtime client, as a process that has what the template gives it and nothing
 * else. It has an open circuit where Lambda would take its snapshot, and goes on as if it came from there.
 */
@Timeout(600)
class RuntimeTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    /** What only an event makes a function load, and is there before the snapshot. */
    private static final Map<String, Set<String>> REHEARSED = Map.of(
            "AuthorizerFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.GetItemResponse"),
            "EventsFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.QueryResponse",
                            "com.scheduleevents.domain.event.EventDraft"),
            "AccountFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.GetItemResponse"),
            "WebhooksFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.QueryResponse"),
            "FanOutFunction", Set.of("software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse"),
            "SenderFunction", Set.of("okhttp3.internal.connection.RealConnection", "sun.security.ssl.ClientHello"));

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PseudoParameters SURROUNDINGS = PseudoParameters.local(URI.create("http://127.0.0.1:1"));
    private static final Template TEMPLATE = template();

    @TempDir
    private static Path packages;

    private static final Map<Path, Path> UNPACKED = new ConcurrentHashMap<>();

    @TempDir
    private Path directory;

    static Stream<String> functions() {
        return TEMPLATE.functions().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void restoredFromItsSnapshotItAnswersAnEventOfItsKind(String id) throws IOException, InterruptedException {
        Sample sample = SampleEvents.of(id);
        try (FakeAws aws = new FakeAws();
                RuntimeApi api = new RuntimeApi();
                FunctionProcess process = start(TEMPLATE.function(id), environment(TEMPLATE.function(id), api, aws))) {
            assertThat(told(api, process).path()).as(process.output()).isEqualTo(RuntimeApi.READY);
            assertThat(aws.calls())
                    .as("nothing of the network is in the snapshot")
                    .isEmpty();
            for (String primed : REHEARSED.getOrDefault(id, Set.of())) {
                assertThat(process.hasLoaded(primed)).as(primed).isTrue();
            }

            aws.handOut("after-the-restore");
            api.restore();
            api.hand(sample.event());
            assertAnswer(sample, told(api, process), process);
            api.hand(sample.event());
            assertAnswer(sample, told(api, process), process);

            assertThat(process.isAlive()).isTrue();
            assertThat(aws.calls())
                    .contains("credentials", sample.call() + " by after-the-restore")
                    .noneMatch(call -> call.endsWith("before-the-snapshot") || call.endsWith("nobody"));
            assertLines(process.lines());
        }
    }

    private static void assertAnswer(Sample sample, Told told, FunctionProcess process) throws IOException {
        assertThat(told.path()).as(process.output()).isEqualTo("/invocation/" + RuntimeApi.REQUEST + "/response");
        assertThat(told.body()).as(process.output()).contains(sample.answer());
    }

    /** One JSON object a line; what is said of a request bears its id, what is said before is no warning of a library. */
    private static void assertLines(List<String> lines) {
        assertThat(lines).allSatisfy(line -> {
            JsonNode json = JSON.readTree(line);
            if (json.has("_aws")) {
                // What a priming counts never happened.
                assertThat(json.path("request_id").asText()).as(line).isEqualTo(RuntimeApi.REQUEST);
                return;
            }
            assertThat(json.path("formattedMessage").asText()).as(line).isNotBlank();
            assertThat(json.at("/mdc/request_id").asText()).as(line).isIn("priming", RuntimeApi.REQUEST);
        });
    }

    @Test
    void withoutOneOfItsVariablesItDoesNotStartAndNamesIt() throws IOException, InterruptedException {
        FunctionSpec function = TEMPLATE.function("EventsFunction");
        try (FakeAws aws = new FakeAws();
                RuntimeApi api = new RuntimeApi()) {
            Map<String, String> environment = new HashMap<>(environment(function, api, aws));
            environment.remove("EVENTS_TABLE");
            try (FunctionProcess process = start(function, environment)) {
                Told error = told(api, process);
                assertThat(error.path()).as(process.output()).isEqualTo("/init/error");
                assertThat(error.body()).contains("the environment variable EVENTS_TABLE is not set");
                assertThat(process.exit()).isNotZero();
                assertThat(process.output()).contains("the environment variable EVENTS_TABLE is not set");
            }
        }
    }

    private FunctionProcess start(FunctionSpec function, Map<String, String> environment) throws IOException {
        return FunctionProcess.start(function.handler(), unpacked(function.jar()), directory, environment);
    }

    /** What Lambda adds to the template's variables, and where AWS is. */
    private static Map<String, String> environment(FunctionSpec function, RuntimeApi api, FakeAws aws) {
        Map<String, String> environment = new HashMap<>(function.environment());
        environment.putAll(Map.of(
                "_HANDLER", function.handler(),
                "AWS_LAMBDA_RUNTIME_API", api.authority(),
                "AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start",
                "AWS_LAMBDA_FUNCTION_NAME", function.name(),
                "AWS_LAMBDA_FUNCTION_VERSION", "1",
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(function.memoryMegabytes()),
                "AWS_LAMBDA_LOG_FORMAT", "JSON"));
        environment.putAll(Map.of(
                "AWS_REGION", SURROUNDINGS.region(),
                "AWS_CONTAINER_CREDENTIALS_FULL_URI", aws.credentialsAddress(),
                "AWS_CONTAINER_AUTHORIZATION_TOKEN", "token",
                "AWS_ENDPOINT_URL", aws.address(),
                "LANG", "C.UTF-8"));
        return environment;
    }

    /** What the process tells next. One that ended tells nothing any more, and is not waited for. */
    private static Told told(RuntimeApi api, FunctionProcess process) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)) {
            boolean alive = process.isAlive();
            Optional<Told> told = api.told(BETWEEN_LOOKS);
            if (told.isPresent()) {
                return told.get();
            }
            if (!alive) {
                throw new AssertionError("The process ended, and told nothing. It wrote:\n" + process.output());
            }
        }
        throw new AssertionError(
                "The process told nothing for " + PATIENCE.toSeconds() + " s. It wrote:\n" + process.output());
    }

    /** As Lambda unpacks it; once for all functions of the same jar. */
    private static Path unpacked(Path jar) {
        return UNPACKED.computeIfAbsent(jar, RuntimeTest::unpack);
    }

    private static Path unpack(Path jar) {
        Path to = packages.resolve(jar.getFileName().toString().replace(".jar", ""));
        try (FileSystem zip = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(file.toString().substring(1));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(jar + " cannot be unpacked: build it with ./mvnw package.", e);
        }
    }

    private static Template template() {
        try {
            return Template.read(Path.of("..", "..", "template.yaml"), Map.of(), SURROUNDINGS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
