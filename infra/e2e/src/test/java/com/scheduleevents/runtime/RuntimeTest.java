package com.scheduleevents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.template.FunctionSpec;
import com.scheduleevents.emulator.template.PseudoParameters;
import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.runtime.RuntimeApi.RuntimeCall;
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
 * Runs each function of the template under Lambda's own runtime client, in a process with the environment variables of the
 * template and no others. The process is blocked where Lambda would take its snapshot, and continues as if restored from it.
 */
@Timeout(600)
class RuntimeTest {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /** Classes that only handling an event loads, and that priming must have loaded before the snapshot. */
    private static final Map<String, Set<String>> PRIMED = Map.ofEntries(
            Map.entry("AuthorizerFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.GetItemResponse")),
            Map.entry(
                    "EventsFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.QueryResponse",
                            "com.scheduleevents.domain.event.EventDraft")),
            Map.entry("AccountFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.GetItemResponse")),
            Map.entry("QueueFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.GetItemResponse")),
            Map.entry("WebhooksFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.QueryResponse")),
            Map.entry(
                    "ApiKeysFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.QueryResponse",
                            "com.scheduleevents.api.keys.ApiKeyBody")),
            Map.entry("UsageApiFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.QueryResponse")),
            Map.entry(
                    "RecorderFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.PutItemResponse",
                            "com.scheduleevents.aws.records.QueueRecords")),
            Map.entry("FanOutFunction", Set.of("software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse")),
            Map.entry(
                    "SenderFunction",
                    Set.of("okhttp3.internal.connection.RealConnection", "sun.security.ssl.ClientHello")),
            Map.entry("ClockFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.QueryResponse")),
            Map.entry(
                    "ReplayerFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.GetItemResponse",
                            "software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse")),
            Map.entry("NotifierFunction", Set.of("software.amazon.awssdk.services.sqs.model.SendMessageResponse")),
            Map.entry(
                    "MailerFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.GetItemResponse",
                            "software.amazon.awssdk.services.ses.model.SendEmailResponse")));

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PseudoParameters PSEUDO_PARAMETERS = PseudoParameters.local(URI.create("http://127.0.0.1:1"));
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
    void functionHandlesAnEventAfterARestore(String id) throws IOException, InterruptedException {
        Sample sample = SampleEvents.of(id);
        try (FakeAws aws = new FakeAws();
                RuntimeApi api = new RuntimeApi();
                FunctionProcess process = start(TEMPLATE.function(id), environment(TEMPLATE.function(id), api, aws))) {
            assertThat(nextCall(api, process).path()).as(process.output()).isEqualTo(RuntimeApi.READY);
            assertThat(aws.calls()).as("network calls before the snapshot").isEmpty();
            assertThat(process.lines()).as("metrics of priming").noneMatch(line -> line.contains("_aws"));
            for (String primed : PRIMED.getOrDefault(id, Set.of())) {
                assertThat(process.hasLoaded(primed)).as(primed).isTrue();
            }

            aws.serveCredentials("after-the-restore");
            api.restore();
            api.queue(sample.event());
            assertResponse(sample, nextCall(api, process), process);
            api.queue(sample.event());
            assertResponse(sample, nextCall(api, process), process);

            int calls = aws.calls().size();
            for (String input : inputsThatKeepActive(id)) {
                api.queue(input);
                RuntimeCall call = nextCall(api, process);
                assertThat(call.path()).as(call.body()).endsWith("/response");
            }
            assertThat(aws.calls()).as("calls of an invocation without work").hasSize(calls);

            assertThat(process.isAlive()).isTrue();
            if (sample.call().isEmpty()) {
                assertThat(aws.calls()).isEmpty();
            } else {
                assertThat(aws.calls())
                        .contains("credentials", sample.call() + " by after-the-restore")
                        .noneMatch(call -> call.endsWith("before-the-snapshot") || call.endsWith("nobody"));
            }
            assertLines(process.lines());
        }
    }

    private static void assertResponse(Sample sample, RuntimeCall call, FunctionProcess process) throws IOException {
        assertThat(call.path()).as(process.output()).isEqualTo("/invocation/" + RuntimeApi.REQUEST + "/response");
        assertThat(call.body()).as(process.output()).contains(sample.response());
    }

    /** The events of the rules that invoke a function so that its snapshot is kept. */
    private static List<String> inputsThatKeepActive(String id) throws IOException {
        return Template.declared(Path.of("..", "..", "template.yaml"))
                .path("Resources")
                .valueStream()
                .flatMap(resource -> resource.at("/Properties/Targets").valueStream())
                .filter(target -> target.at("/Arn/Fn::Sub").asText().equals("${" + id + ".Alias}"))
                .map(target -> target.path("Input").asText())
                .toList();
    }

    /** Every line is a JSON object; one of the log has the id of the request, or that of priming before the snapshot. */
    private static void assertLines(List<String> lines) {
        assertThat(lines).allSatisfy(line -> {
            JsonNode json = JSON.readTree(line);
            if (json.has("_aws")) {
                return;
            }
            assertThat(json.path("formattedMessage").asText()).as(line).isNotBlank();
            assertThat(json.at("/mdc/request_id").asText()).as(line).isIn("priming", RuntimeApi.REQUEST);
        });
    }

    @Test
    void functionDoesNotStartWithoutAVariableAndNamesIt() throws IOException, InterruptedException {
        FunctionSpec function = TEMPLATE.function("EventsFunction");
        try (FakeAws aws = new FakeAws();
                RuntimeApi api = new RuntimeApi()) {
            Map<String, String> environment = new HashMap<>(environment(function, api, aws));
            environment.remove("EVENTS_TABLE");
            try (FunctionProcess process = start(function, environment)) {
                RuntimeCall error = nextCall(api, process);
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

    /** Adds to the template's variables those that Lambda sets, and the endpoint of the fake AWS. */
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
                "AWS_REGION", PSEUDO_PARAMETERS.region(),
                "AWS_CONTAINER_CREDENTIALS_FULL_URI", aws.credentialsUrl(),
                "AWS_CONTAINER_AUTHORIZATION_TOKEN", "token",
                "AWS_ENDPOINT_URL", aws.url(),
                "LANG", "C.UTF-8"));
        return environment;
    }

    /** Waits for the next call of the process, as long as it runs. */
    private static RuntimeCall nextCall(RuntimeApi api, FunctionProcess process)
            throws IOException, InterruptedException {
        Instant end = Instant.now().plus(LIMIT);
        while (Instant.now().isBefore(end)) {
            boolean alive = process.isAlive();
            Optional<RuntimeCall> call = api.nextCall(POLL_INTERVAL);
            if (call.isPresent()) {
                return call.get();
            }
            if (!alive) {
                throw new AssertionError("The process ended without a call. It wrote:\n" + process.output());
            }
        }
        throw new AssertionError(
                "The process made no call for " + LIMIT.toSeconds() + " s. It wrote:\n" + process.output());
    }

    /** Unpacks a jar as Lambda does, once for all of its functions. */
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
            // A slow machine is not a slow AWS.
            return Template.read(
                    Path.of("..", "..", "template.yaml"), Map.of("AwsCallTimeout", "PT160S"), PSEUDO_PARAMETERS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
