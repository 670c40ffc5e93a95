package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.local.LocalCloud;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Builds the packages of the clients that the profile generates, and runs the first five minutes of docs/clients with each against
 * the local cloud; makes the Postman collection, and runs requests of it. Needs {@code python3}, {@code node}, {@code npm} and {@code go}.
 */
@Tag("clients")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class ClientsTest {

    @RegisterExtension
    static final CloudLog LOG = CloudLog.of("clients");

    private final AtomicReference<LocalCloud> cloud = new AtomicReference<>();

    @BeforeAll
    void startCloud() {
        cloud.set(SharedClouds.start(SharedClouds.options("clients").withTrust(LocalEndpoint.authority())));
        Target.of(cloud.get().description())
                .account()
                .record(ChangeSamples.of("appointment.no_show", "cln_harbour", "prv_first"));
    }

    @AfterAll
    void stopCloud() {
        cloud.get().close();
    }

    @ParameterizedTest
    @CsvSource({
        "python, first_five_minutes.py, all clinics",
        "typescript, first-five-minutes.ts, all clinics",
        "java, FirstFiveMinutes.java, all clinics",
        // It cannot send null for a list.
        "go, first_five_minutes.go, cln_harbour"
    })
    void clientDoesTheFirstFiveMinutes(String language, String program, String clinics) throws Exception {
        try (LocalEndpoint receiver = LocalEndpoint.trusted()) {
            String output = ClientProcess.run(
                    language,
                    Path.of("../../docs/clients", program),
                    Map.of(
                            "API", cloud.get().description().api().toString(),
                            "KEY", cloud.get().description().apiKey(),
                            "RECEIVER", receiver.url().toString()));
            assertThat(output.lines().toList())
                    .satisfies(lines -> assertThat(lines.getFirst()).matches("registered whk_\\w+ with its secret"))
                    .endsWith(
                            "the same again",
                            "changed meanwhile: 412 precondition_failed",
                            "changed to Front desk with at most 100 a second",
                            "recorded appointment.cancelled",
                            // Of pages of one event each.
                            "in the feed since appointment.no_show",
                            "delivery succeeded with 200",
                            "a replay would send it again",
                            "issued a key for " + clinics,
                            "deleted: 404 not_found",
                            "refused: 403 clinic_not_allowed clinic_id");
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"python, additions.py", "typescript, additions.ts", "java, Additions.java", "go, additions.go"})
    void clientReadsWhatIsAddedLater(String language, String program) throws Exception {
        try (LaterService service = LaterService.start()) {
            String output = ClientProcess.run(
                    language,
                    Path.of("src/test/clients", language, program),
                    Map.of("API", service.url().toString(), "KEY", "sk_test_later"));
            assertThat(output.lines()).containsExactly(LaterService.LINES);
        }
    }

    /** The contract as it stands, without options of the tools. */
    @Test
    void lintersOfOthersFindNoErrors() throws Exception {
        runTool("linters", "");
    }

    static Stream<String> tools() {
        return Stream.concat(
                Stream.of("openapi-python-client"),
                // Versions of OpenAPI Generator.
                Stream.of("7.23.0", "7.25.0").flatMap(version -> Stream.of("python", "typescript-fetch", "java", "go")
                        .map(language -> version + " " + language)));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void clientOfAnotherToolReadsWhatIsAddedLater(String tool) throws Exception {
        try (LaterService service = LaterService.start()) {
            assertThat(runTool(tool, service.url().toString()).lines()).containsExactly(LaterService.LINES);
        }
    }

    private static String runTool(String tool, String api) throws Exception {
        return ClientProcess.run(
                "generators",
                Path.of("src/test/clients/generators/openapi_python_client_additions.py"),
                Map.of("TOOL", tool, "API", api, "KEY", "sk_test_later"));
    }

    @Test
    void collectionHasEveryOperationAndItsRequestsAreAccepted() throws Exception {
        Map<String, String> variables = Map.of(
                "API", cloud.get().description().api().toString(),
                "KEY", cloud.get().description().apiKey());
        ClientProcess.run("postman", Path.of("../../docs/openapi.yaml"), variables);

        JsonNode collection = json(ClientProcess.CLIENTS.resolve("postman/schedule-events.postman_collection.json"));
        assertThat(requests(collection).map(ClientsTest::operation))
                .containsExactlyInAnyOrderElementsOf(Contract.read().operations().stream()
                        .map(operation -> operation.method().toUpperCase(Locale.ROOT) + " {{baseUrl}}"
                                + operation.path().replaceAll("\\{(\\w+)}", ":$1"))
                        .toList());
        assertThat(collection.at("/auth/bearer/0/value").asText()).isEqualTo("{{bearerToken}}");
        assertThat(collection.path("variable").findValuesAsText("key")).contains("baseUrl", "bearerToken");

        assertThat(json(Path.of("target/clients-run/postman/run.json"))
                        .at("/run/executions")
                        .valueStream()
                        .collect(Collectors.toMap(
                                execution -> execution.at("/item/name").asText(),
                                execution -> execution.at("/response/code").asInt())))
                .isEqualTo(Map.of(
                        "Retrieve the account", 200,
                        "Record a schedule change", 201,
                        "List events", 200,
                        "Register a webhook", 201,
                        "Issue an API key", 201));
    }

    private static Stream<JsonNode> requests(JsonNode folder) {
        return folder.path("item")
                .valueStream()
                .flatMap(item -> item.has("request") ? Stream.of(item.path("request")) : requests(item));
    }

    private static String operation(JsonNode request) {
        return request.path("method").asText()
                + " "
                + Stream.of("host", "path")
                        .flatMap(part -> request.path("url").path(part).valueStream())
                        .map(JsonNode::asText)
                        .collect(Collectors.joining("/"));
    }

    private static JsonNode json(Path file) throws java.io.IOException {
        return new ObjectMapper().readTree(Files.readString(file));
    }
}
