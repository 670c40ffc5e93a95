package com.scheduleevents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.runtime.FunctionProcess;
import com.scheduleevents.emulator.runtime.FunctionProcesses;
import com.scheduleevents.emulator.runtime.RuntimeCall;
import com.scheduleevents.runtime.SampleEvents.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
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

    /** Classes that only handling an event loads, and that priming must have loaded before the snapshot. */
    private static final Map<String, Set<String>> PRIMED = Map.ofEntries(
            Map.entry("AuthorizerFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.GetItemResponse")),
            Map.entry(
                    "EventsFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.QueryResponse",
                            "com.scheduleevents.domain.event.EventDraft")),
            Map.entry(
                    "ControlFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.GetItemResponse",
                            "software.amazon.awssdk.services.dynamodb.model.QueryResponse",
                            "com.scheduleevents.api.control.ApiKeyBody")),
            Map.entry("QueueFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.GetItemResponse")),
            Map.entry("WebhooksFunction", Set.of("software.amazon.awssdk.services.dynamodb.model.QueryResponse")),
            Map.entry(
                    "RecorderFunction",
                    Set.of(
                            "software.amazon.awssdk.services.dynamodb.model.PutItemResponse",
                            "com.scheduleevents.aws.records.QueueBatchHandler")),
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
                            "software.amazon.awssdk.services.ses.model.SendRawEmailResponse",
                            "jakarta.mail.internet.MimeMultipart",
                            "org.eclipse.angus.mail.util.QPEncoderStream")));

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FILE = Path.of("..", "..", "template.yaml");
    private static final JsonNode DECLARED = declared();

    // A slow machine is not a slow AWS.
    private static final Template TEMPLATE = Template.resolve(
            DECLARED,
            FILE,
            Map.of("AwsCallTimeout", "PT160S"),
            PseudoParameters.local(URI.create("http://127.0.0.1:1")));

    @TempDir
    private static Path packages;

    private static FunctionProcesses processes;

    @TempDir
    private Path directory;

    @BeforeAll
    static void prepare() throws IOException {
        processes = new FunctionProcesses(packages);
    }

    static Stream<String> functions() {
        return TEMPLATE.functions().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void functionHandlesAnEventAfterARestore(String id) throws IOException, InterruptedException {
        List<Sample> samples = SampleEvents.of(id);
        try (FakeAws aws = new FakeAws();
                FunctionProcess process = start(TEMPLATE.function(id), aws)) {
            assertThat(process.nextCall().path()).as(process.output()).isEqualTo(RuntimeCall.READY);
            assertThat(aws.calls()).as("network calls before the snapshot").isEmpty();
            assertThat(process.lines()).as("metrics of priming").noneMatch(line -> line.contains("_aws"));
            for (String primed : PRIMED.getOrDefault(id, Set.of())) {
                assertThat(Files.readString(classes()).contains(" " + primed + " "))
                        .as(primed)
                        .isTrue();
            }

            aws.serveCredentials("after-the-restore");
            process.restore();
            for (Sample sample : samples) {
                process.queue(sample.event());
                assertResponse(sample, process.nextCall(), process);
                process.queue(sample.event());
                assertResponse(sample, process.nextCall(), process);
            }

            int calls = aws.calls().size();
            Optional<String> input = inputThatKeepsActive(id);
            if (input.isPresent()) {
                process.queue(input.get());
                RuntimeCall call = process.nextCall();
                assertThat(call.path()).as(call.body()).endsWith("/response");
            }
            assertThat(aws.calls()).as("calls of an invocation without work").hasSize(calls);

            assertThat(process.isAlive()).isTrue();
            List<String> expected = samples.stream()
                    .map(Sample::call)
                    .filter(call -> !call.isEmpty())
                    .map(call -> call + " by after-the-restore")
                    .toList();
            if (expected.isEmpty()) {
                assertThat(aws.calls()).isEmpty();
            } else {
                assertThat(aws.calls())
                        .contains("credentials")
                        .containsAll(expected)
                        .noneMatch(call -> call.endsWith("before-the-snapshot") || call.endsWith("nobody"));
            }
            assertLines(process.lines());
        }
    }

    private static void assertResponse(Sample sample, RuntimeCall call, FunctionProcess process) throws IOException {
        assertThat(call.path()).as(process.output()).isEqualTo("/invocation/" + FunctionProcess.REQUEST + "/response");
        assertThat(call.body()).as(process.output()).contains(sample.response());
    }

    /** The event that invokes a function so that its snapshot is kept; none where a schedule invokes it anyway. */
    private static Optional<String> inputThatKeepsActive(String id) {
        return Optional.of(DECLARED.at("/Resources/" + id + "/Properties/Events/KeepActive/Properties/Input")
                        .asText())
                .filter(input -> !input.isEmpty());
    }

    /** Every line is a JSON object; one of the log has the id of the request, or that of priming before the snapshot. */
    private static void assertLines(List<String> lines) {
        assertThat(lines).allSatisfy(line -> {
            JsonNode json = JSON.readTree(line);
            if (json.has("_aws")) {
                return;
            }
            assertThat(json.path("formattedMessage").asText()).as(line).isNotBlank();
            assertThat(json.at("/mdc/request_id").asText()).as(line).isIn("priming", FunctionProcess.REQUEST);
        });
    }

    @Test
    void functionDoesNotStartWithoutAVariableAndNamesIt() throws IOException, InterruptedException {
        FunctionSpec function = TEMPLATE.function("EventsFunction");
        Map<String, String> environment = new HashMap<>(function.environment());
        environment.remove("EVENTS_TABLE");
        try (FakeAws aws = new FakeAws();
                FunctionProcess process = start(function.withEnvironment(environment), aws)) {
            RuntimeCall error = process.nextCall();
            assertThat(error.path()).as(process.output()).isEqualTo("/init/error");
            assertThat(error.body()).contains("the environment variable EVENTS_TABLE is not set");
            assertThat(process.exit()).isNotZero();
            assertThat(process.output()).contains("the environment variable EVENTS_TABLE is not set");
        }
    }

    private FunctionProcess start(FunctionSpec function, FakeAws aws) throws IOException {
        return processes.start(
                function,
                List.of(
                        "-Xmx256m",
                        "-XX:MetaspaceSize=128m",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-Xlog:class+load=info:file=" + classes()),
                List.of(),
                Map.of(
                        "AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start",
                        "AWS_LAMBDA_LOG_FORMAT", "JSON",
                        "AWS_CONTAINER_CREDENTIALS_FULL_URI", aws.credentialsUrl(),
                        "AWS_CONTAINER_AUTHORIZATION_TOKEN", "token",
                        "AWS_ENDPOINT_URL", aws.url()));
    }

    /** The file of the classes that the process has loaded. */
    private Path classes() {
        return directory.resolve("classes");
    }

    private static JsonNode declared() {
        try {
            return Template.declared(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
