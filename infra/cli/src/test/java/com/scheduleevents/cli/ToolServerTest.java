package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the tools of the command {@code mcp}: which there are, what they send, and what an assistant gets to see. */
class ToolServerTest {

    private static final Path TOOLS = Path.of("target/classes/com/scheduleevents/cli/mcp/server/tools.jsonl");

    private static final List<String> READING = List.of(
            "listEvents",
            "getEvent",
            "listDeliveriesOfEvent",
            "listEventTypes",
            "getAccount",
            "listAddresses",
            "getStats",
            "listUsage",
            "listAuditLog",
            "listWebhooks",
            "getWebhook",
            "getWebhookStats",
            "listDeliveries",
            "getDelivery",
            "listUndelivered",
            "listReplays",
            "getReplay",
            "listApiKeys",
            "getApiKey");

    private static final List<String> ADDING =
            List.of("enableWebhook", "pingWebhook", "testWebhook", "redeliver", "startReplay");

    private static final List<String> REPLACING =
            List.of("updateWebhook", "disableWebhook", "dismissDelivery", "cancelReplay");

    /** A value that the schema of each argument allows; others are not needed. */
    private static final Map<String, String> VALUES = Map.of(
            "event_id",
            "evt_1",
            "webhook_id",
            "whk_1",
            "replay_id",
            "rpl_1",
            "key_id",
            "key_1",
            "type",
            "offer.created",
            "since",
            "2026-11-20T00:00:00Z");

    /** Nothing of these may be in a result. */
    private static final Pattern SECRETS = Pattern.compile("hunter|sk_live_|sk_test_|whsec_|f3a9");

    private static final String LEAKING = """
            {"id":"whk_1","secret":"hunter1","key":"hunter2","api_key":{"id":"key_1","client_secret":"hunter3","secret":null},
            "data":[{"token":"hunter4","Authorization":"hunter5","text":"Bearer sk_live_4fJ8sK2mQ9xT7vB3nR6wY1z, or whsec_MfKQ9r8+GKY/q=."},
            ["sk_test_1"]],"url":"https://r.example/hooks?code=f3a9","token_url":"https://r.example/token","next_cursor":"evt_2"}""";

    @TempDir
    Path home = Path.of("");

    @Test
    void everyToolOnlyReadsUnlessChangesAreAllowed() throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                AssistantSession assistant = AssistantSession.open(api, false)) {
            List<JsonNode> tools = assistant.tools();
            assertThat(names(tools)).containsExactlyInAnyOrderElementsOf(READING);
            assertThat(tools).allSatisfy(tool -> {
                assertThat(tool.at("/annotations/readOnlyHint").asBoolean()).isTrue();
                assertThat(tool.at("/annotations/destructiveHint").asBoolean()).isFalse();
                assertThat(tool.path("description").asText()).hasSizeGreaterThan(20);
            });
            Stream.concat(ADDING.stream(), REPLACING.stream())
                    .forEach(name -> assertThat(error(assistant, name)).contains("Tool not found: " + name));
            assertThat(api.requests()).isEmpty();
        }
    }

    @Test
    void changesAreMarkedAsSuchAndWhatMayReplaceSomethingAsDestructive() throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                AssistantSession assistant = AssistantSession.open(api, true)) {
            List<JsonNode> changes = assistant.tools().stream()
                    .filter(tool -> !tool.at("/annotations/readOnlyHint").asBoolean())
                    .toList();
            assertThat(names(changes.stream()
                            .filter(tool ->
                                    !tool.at("/annotations/destructiveHint").asBoolean())
                            .toList()))
                    .containsExactlyInAnyOrderElementsOf(ADDING);
            assertThat(names(changes.stream()
                            .filter(tool ->
                                    tool.at("/annotations/destructiveHint").asBoolean())
                            .toList()))
                    .containsExactlyInAnyOrderElementsOf(REPLACING);
        }
    }

    /** Of the tools that there are; those of operations whose response has a secret by the contract do not exist. */
    @Test
    void noToolShowsASecretEvenIfTheApiSendsOneWhereItMustNot() throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                AssistantSession assistant = AssistantSession.open(api, true)) {
            List<JsonNode> tools = table();
            assertThat(names(tools)).hasSize(READING.size() + ADDING.size() + REPLACING.size());
            for (JsonNode tool : tools) {
                String path = tool.path("path").asText();
                for (Map.Entry<String, String> value : VALUES.entrySet()) {
                    path = path.replace("{" + value.getKey() + "}", value.getValue());
                }
                String request = tool.path("method").asText() + " " + path;
                api.on(request, 200, LEAKING);
                String result = assistant.call(
                        tool.path("name").asText(), arguments(tool).toString());
                assertThat(SECRETS.matcher(result).find()).as(result).isFalse();
                assertThat(result)
                        .contains(
                                "[redacted]",
                                "\"id\":\"whk_1\"",
                                "\"secret\":null",
                                "https://r.example/hooks?[redacted]")
                        .contains("\"token_url\":\"https://r.example/token\"", "\"next_cursor\":\"evt_2\"");
                assertThat(api.last().line()).startsWith(request);
                assertThat(api.last().header("Idempotency-key").isEmpty())
                        .isEqualTo(!tool.path("once").asBoolean());
            }
        }
    }

    @Test
    void argumentsGoWhereTheContractHasThem() throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                AssistantSession assistant = AssistantSession.open(api, true)) {
            api.on("GET /v1/events", 200, "{\"data\":[]}")
                    .on("PATCH /v1/webhooks/whk_1", 200, "{\"description\":\"Zürich\"}")
                    .on("POST /v1/webhooks/..%2Fwhk_1/ping", 202, "{}");
            assistant.call(
                    "listEvents",
                    "{\"type\":[\"offer.created\",\"offer.accepted\"],\"since\":\"2026-11-20T00:00:00+01:00\",\"limit\":5}");
            assertThat(api.last().line())
                    .isEqualTo("GET /v1/events?type=offer.created&type=offer.accepted"
                            + "&since=2026-11-20T00%3A00%3A00%2B01%3A00&limit=5");
            String changes =
                    "{\"max_per_second\":null,\"filter\":{\"provider_id\":[\"prv_22\"]},\"description\":\"Zürich\"}";
            String changed = assistant.call("updateWebhook", changes.replaceFirst("[{]", "{\"webhook_id\":\"whk_1\","));
            assertThat(changed).contains("Zürich");
            assertThat(api.last().json()).isEqualTo(new ObjectMapper().readTree(changes));
            assistant.call("pingWebhook", "{\"webhook_id\":\"../whk_1\"}");
            assertThat(api.last().line()).isEqualTo("POST /v1/webhooks/..%2Fwhk_1/ping");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "getDelivery; {\"webhook_id\":\"whk_1\"}; event_id",
                "getDelivery; {\"webhook_id\":\"whk_1\",\"event_id\":7}; event_id",
                "getWebhook; {\"webhook_id\":\"whk_1\",\"webhok\":1}; webhok",
                "listEvents; {\"limit\":101}; limit",
                "listEvents; {\"order\":\"up\"}; order",
                "listEvents; {\"type\":\"offer.created\"}; type",
                "listDeliveries; {\"webhook_id\":\"whk_1\",\"status\":\"lost\"}; status"
            })
    void wrongArgumentIsNamedAndNothingIsSent(String tool, String arguments, String named) throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                AssistantSession assistant = AssistantSession.open(api, false)) {
            assertThat(assistant.refused(tool, arguments)).contains(named);
            assertThat(api.requests()).isEmpty();
        }
    }

    @Test
    void refusalOfTheApiAndATooLongResultAreErrorsOfTheTool() throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                AssistantSession assistant = AssistantSession.open(api, false)) {
            api.refuse("GET /v1/audit_log", 403, "missing_scope")
                    .on(
                            "GET /v1/account",
                            400,
                            LEAKING.replace("\"id\"", "\"error\":{\"message\":\"Not sk_live_1.\"},\"id\""))
                    .on("GET /v1/usage", 200, "{\"data\":[\"" + "x".repeat(100_000) + "\"]}");
            assertThat(assistant.refused("listAuditLog", "{}")).isEqualTo("It is so. (missing_scope, request req_1)");
            assertThat(assistant.refused("getAccount", "{}"))
                    .contains("Not [redacted].")
                    .doesNotContain("sk_live");
            assertThat(assistant.refused("listUsage", "{}")).contains("has 100013 characters", "a smaller limit");
        }
    }

    @Test
    void instructionsNameToolsThatExist() throws IOException {
        try (ScriptedApi api = new ScriptedApi();
                AssistantSession assistant = AssistantSession.open(api, true)) {
            String instructions = assistant.greeting().path("instructions").asText();
            List<String> named = Pattern.compile("\\b[a-z]+[A-Z]\\w+")
                    .matcher(instructions)
                    .results()
                    .map(found -> found.group())
                    .toList();
            assertThat(named).hasSizeGreaterThan(8);
            assertThat(names(assistant.tools())).containsAll(named);
            assertThat(assistant.greeting().at("/serverInfo/name").asText()).isEqualTo("clinic-events");
        }
    }

    /** By its examples, which every object of the contract has. */
    @Test
    void noOperationThatDeletesOrShowsASecretIsATool() throws IOException {
        JsonNode contract = CommandTablesTest.contract();
        List<String> tools = names(table());
        List<String> others = contract.path("paths").properties().stream()
                .flatMap(path -> path.getValue().properties().stream())
                .filter(operation -> operation.getKey().equals("delete")
                        || Pattern.compile("\"(secret|url)\":\"?(whsec_|sk_|https://api.example.com/v1/console)")
                                .matcher(examples(contract, operation.getValue().path("responses")))
                                .find())
                .map(operation -> operation.getValue().path("operationId").asText())
                .toList();
        assertThat(others)
                .contains(
                        "createWebhook",
                        "rotateWebhookSecret",
                        "createApiKey",
                        "createConsoleLink",
                        "deleteWebhook",
                        "revokeApiKey")
                .doesNotContainAnyElementsOf(tools);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp", "mcp --allow-changes"})
    void commandEndsWithItsInputAndSendsNothing(String command) {
        try (ScriptedApi api = new ScriptedApi()) {
            Program.Ended ended = new Program(home).using(api).execute(command.split(" "));
            assertThat(ended).isEqualTo(new Program.Ended(0, "", ""));
            assertThat(api.requests()).isEmpty();
        }
        Program.Ended keyless = new Program(home).execute(command.split(" "));
        assertThat(keyless.status()).isEqualTo(2);
        assertThat(keyless.err()).contains("CLINIC_EVENTS_KEY");
    }

    /** Class loaders read jars by streams that they share, and one that is closed would end those of the others. */
    @Test
    void commandDoesNotCloseTheJarsThatOthersRead() throws IOException {
        try (InputStream schema = Objects.requireNonNull(
                ToolServerTest.class.getClassLoader().getResourceAsStream("draft/2020-12/schema"))) {
            try (ScriptedApi api = new ScriptedApi()) {
                assertThat(new Program(home).using(api).execute("mcp")).isEqualTo(new Program.Ended(0, "", ""));
            }
            assertThat(new String(schema.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("json-schema.org");
        }
    }

    /** All examples that a part of the contract has or refers to, without white space. */
    private static String examples(JsonNode contract, JsonNode part) {
        StringBuilder found = new StringBuilder();
        if (part.has("$ref")) {
            found.append(
                    examples(contract, contract.at(part.path("$ref").asText().substring(1))));
        }
        part.properties()
                .forEach(each -> found.append(
                        each.getKey().startsWith("example")
                                ? each.getValue().toString()
                                : examples(contract, each.getValue())));
        return found.toString();
    }

    /** What the schema of a tool requires. */
    private static ObjectNode arguments(JsonNode tool) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        tool.at("/schema/required")
                .forEach(name -> arguments.put(name.asText(), VALUES.getOrDefault(name.asText(), "")));
        return arguments;
    }

    private static List<JsonNode> table() throws IOException {
        ObjectMapper json = new ObjectMapper();
        try (Stream<String> lines = Files.lines(TOOLS)) {
            List<JsonNode> tools = new ArrayList<>();
            for (String line : lines.toList()) {
                tools.add(json.readTree(line));
            }
            return tools;
        }
    }

    private static String error(AssistantSession assistant, String tool) {
        try {
            return assistant.answer(tool, "{}").path("error").toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(List<JsonNode> tools) {
        return tools.stream().map(tool -> tool.path("name").asText()).toList();
    }
}
