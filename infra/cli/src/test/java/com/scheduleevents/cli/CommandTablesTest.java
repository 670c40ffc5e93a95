package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests that the command line has what the contract has, also what the contract gets later. */
@ResourceLock("programs")
class CommandTablesTest {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Path CONTRACT = Path.of("../../docs/openapi.yaml");
    private static final Path BUILD = Path.of("src/build");

    /** A kind of resource that the contract does not have. */
    private static final String ROOMS = """
            /v1/rooms:
              get:
                operationId: listRooms
                description: Lists `rooms`, lowest floor first. More is said here.
                parameters:
                  - {name: floor, in: query, description: Only rooms of this floor., schema: {type: string, enum: [ground, first]}}
                  - {name: limit, in: query, schema: {type: integer}}
                  - {name: starting_after, in: query, schema: {type: string}}
                responses:
                  '200': {content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Room'}}}}}}}
              post:
                operationId: createRoom
                description: Adds a room.
                parameters: [{$ref: '#/components/parameters/IdempotencyKey'}]
                requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewRoom'}}}}
                responses: {'201': {content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}}
            /v1/rooms/{room_id}:
              parameters: [{name: room_id, in: path, required: true, example: rom_1, schema: {type: string}}]
              delete:
                operationId: deleteRoom
                description: Deletes a room.
                responses: {'204': {description: Deleted.}}
            /v1/rooms/{room_id}/close:
              parameters: [{name: room_id, in: path, required: true, example: rom_1, schema: {type: string}}]
              post:
                operationId: closeRoom
                summary: Close a room
                responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}}
            """;

    private static final String SCHEMAS = """
            Room:
              properties:
                id: {type: string}
                bed_count: {type: [integer, 'null']}
                tags: {type: array, items: {type: string}}
            NewRoom:
              required: [name]
              properties:
                name: {type: string, description: What the door says.}
                bed_count: {anyOf: [{type: integer, minimum: 1, maximum: 9}, {type: 'null'}], description: How many beds it has.}
                tags: {type: array, items: {type: string}}
                opens_at: {type: string, format: date-time}
                seen: {description: Ignored.}
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void everyOperationIsACommandOrLeftOutForAReason() throws IOException {
        JsonNode leftOut =
                YAML.readTree(BUILD.resolve("commands.yaml").toFile()).path("left_out");
        List<String> expected = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        YAML.readTree(CONTRACT.toFile()).path("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(method -> {
                    String id = method.getValue().path("operationId").asText();
                    if (!id.isEmpty() && !leftOut.has(id)) {
                        expected.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                    ids.add(id);
                }));
        assertThat(expected).hasSizeGreaterThan(20);
        assertThat(operations(Path.of("target/classes/com/scheduleevents/cli/operations")))
                .containsOnlyOnceElementsOf(expected)
                .hasSameElementsAs(expected);
        leftOut.properties()
                .forEach(each ->
                        assertThat(each.getValue().asText()).as(each.getKey()).isNotBlank());
        leftOut.fieldNames().forEachRemaining(id -> assertThat(ids).contains(id));
    }

    /** The requests of all commands, without those that others only name. */
    private static List<String> operations(Path tables) throws IOException {
        try (Stream<Path> files = Files.list(tables)) {
            List<String> operations = new ArrayList<>();
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".txt")).toList()) {
                Files.readAllLines(file).stream()
                        .filter(line -> line.contains("\tmethod="))
                        .filter(line -> !line.startsWith(".getDelivery"))
                        .map(line -> line.replaceFirst(".*\tmethod=(\\S+)\tpath=(\\S+)\t.*", "$1 $2"))
                        .forEach(operations::add);
            }
            return operations;
        }
    }

    @Test
    void newRouteIsACommandAndANewFieldAnOption() throws IOException, InterruptedException {
        ObjectNode contract = (ObjectNode) YAML.readTree(CONTRACT.toFile());
        ((ObjectNode) contract.path("paths")).setAll((ObjectNode) YAML.readTree(ROOMS));
        ((ObjectNode) contract.at("/components/schemas")).setAll((ObjectNode) YAML.readTree(SCHEMAS));
        ((ObjectNode) contract.at("/components/schemas/WebhookRequest/properties"))
                .set("quiet_hours", YAML.readTree("{type: boolean, description: Whether nights are quiet. More.}"));
        assertThat(tables(contract).status()).isZero();

        assertThat(program("--help").out()).contains("The commands on rooms: list, create, delete, close.");
        assertThat(program("rooms", "create", "--help").out())
                .contains("Adds a room.")
                .containsPattern("--name=TEXT +What the door says\\.")
                .contains("--bed-count=N", "--tags=TEXT[,TEXT...]", "--opens-at=TIME", "--set=FIELD=JSON")
                .doesNotContain("seen");
        assertThat(program("webhooks", "create", "--help").out())
                .containsPattern("--quiet-hours=BOOLEAN\\s+Whether nights are quiet\\.\n");
        assertThat(program("completion").out()).contains("rooms", "--quiet-hours", "\"ground\" \"first\"");
    }

    @Test
    void commandOfANewRouteSendsItsRequestAndChecksItsValues() throws IOException, InterruptedException {
        ObjectNode contract = (ObjectNode) YAML.readTree(CONTRACT.toFile());
        ((ObjectNode) contract.path("paths")).setAll((ObjectNode) YAML.readTree(ROOMS));
        ((ObjectNode) contract.at("/components/schemas")).setAll((ObjectNode) YAML.readTree(SCHEMAS));
        assertThat(tables(contract).status()).isZero();
        try (ScriptedApi api = new ScriptedApi()) {
            api.on("GET /v1/rooms", 200, "{\"data\":[{\"id\":\"rom_1\",\"bed_count\":2}],\"has_more\":false}")
                    .on("POST /v1/rooms", 201, "{\"id\":\"rom_1\"}")
                    .on("POST /v1/rooms/rom_1/close", 200, "{\"id\":\"rom_1\"}")
                    .on("DELETE /v1/rooms/rom_1", 204, "");
            String[] key = {"--api", api.url().toString(), "--key", "sk_test_1"};
            assertThat(program(key, "rooms", "list", "--floor", "ground").out())
                    .containsPattern("ID +BED COUNT\nrom_1 +2");
            assertThat(program(key, "rooms", "list", "--floor", "top").err())
                    .contains("--floor: 'top' is not a floor; there are ground, first.");
            assertThat(program(key, "rooms", "create", "--bed-count", "2").err())
                    .contains("--name");
            assertThat(program(key, "rooms", "create", "--name", "A", "--bed-count", "10")
                            .err())
                    .contains("--bed-count is a number from 1 to 9.");
            program(key, "rooms", "create", "--name", "A", "--bed-count", "2", "--tags", "x,y");
            assertThat(api.last().body()).isEqualTo("{\"name\":\"A\",\"bed_count\":2,\"tags\":[\"x\",\"y\"]}");
            assertThat(api.last().header("Idempotency-key")).isNotEmpty();
            program(key, "rooms", "close", "rom_1");
            assertThat(program(key, "rooms", "delete", "rom_1").err()).contains("repeat it with --yes");
            assertThat(program(key, "rooms", "delete", "rom_1", "--yes").err()).contains("rom_1 is deleted.");
            assertThat(api.lines())
                    .containsExactly(
                            "GET /v1/rooms?floor=ground&limit=25",
                            "POST /v1/rooms",
                            "POST /v1/rooms/rom_1/close",
                            "DELETE /v1/rooms/rom_1");
        }
    }

    @Test
    void wordsForWhatTheContractNoLongerHasFailTheBuild() throws IOException, InterruptedException {
        String contract = Files.readString(CONTRACT);
        JsonNode renamed = YAML.readTree(contract.replace("operationId: pingWebhook", "operationId: pokeWebhook"));
        assertThat(tables(renamed).err()).contains("the contract has nothing for pingWebhook in commands");
        JsonNode without = YAML.readTree(contract.replace("expires_in:", "lasts:"));
        assertThat(tables(without).err()).contains("the contract has nothing for", "expires_in in options");
    }

    /** A secret may be anywhere below a response. */
    @Test
    void newRouteIsAToolUnlessItDeletesOrItsResponseCanHaveASecret() throws IOException, InterruptedException {
        ObjectNode contract = (ObjectNode) contract();
        ObjectNode paths = (ObjectNode) contract.path("paths");
        paths.setAll((ObjectNode) YAML.readTree(ROOMS));
        ((ObjectNode) contract.at("/components/schemas")).setAll((ObjectNode) YAML.readTree(SCHEMAS));
        List<String> doors = List.of(
                "{properties: {key_id: {type: string, description: Not a whsec_.}}}",
                "{properties: {password: {type: string}}}",
                "{properties: {door_token: {type: string}}}",
                "{properties: {opens: {type: string, pattern: '^sk_[a-z]+$'}}}",
                "{properties: {opens: {type: string, examples: [whsec_1]}}}",
                "{properties: {all: {anyOf: [{type: 'null'}, {items: {properties: {key: {}}}}]}}}");
        for (int i = 0; i < doors.size(); i++) {
            ((ObjectNode) contract.at("/components/schemas")).set("Door" + i, YAML.readTree(doors.get(i)));
            paths.set("/v1/door" + i, YAML.readTree("""
                    get:
                      operationId: getDoor%s
                      summary: Show a door
                      responses: {'200': {content: {application/json: {schema: {properties: {door: {$ref: '#/components/schemas/Door%s'}}}}}}}
                    """.formatted(i, i)));
        }
        assertThat(tools(contract))
                .contains("listEvents", "listRooms", "createRoom", "closeRoom", "getDoor0")
                .doesNotContain("deleteRoom", "getDoor1", "getDoor2", "getDoor3", "getDoor4", "getDoor5");
    }

    private List<String> tools(JsonNode contract) throws IOException, InterruptedException {
        assertThat(tables(contract).status()).isZero();
        List<String> names = new ArrayList<>();
        for (String line :
                Files.readAllLines(folder.resolve("classes/com/scheduleevents/cli/mcp/server/tools.jsonl"))) {
            names.add(YAML.readTree(line).path("name").asText());
        }
        return names;
    }

    static JsonNode contract() throws IOException {
        return YAML.readTree(CONTRACT.toFile());
    }

    /** Writes the tables of a contract. */
    private Program.Ended tables(JsonNode contract) throws IOException, InterruptedException {
        Path file = folder.resolve("openapi.yaml");
        YAML.writeValue(file.toFile(), contract);
        return java(
                System.getProperty("java.class.path"),
                BUILD.resolve("CommandTables.java").toString(),
                file.toString(),
                BUILD.resolve("commands.yaml").toString(),
                folder.resolve("classes/com/scheduleevents/cli/operations").toString(),
                folder.resolve("classes/com/scheduleevents/cli/mcp/server").toString());
    }

    private Program.Ended program(String[] connection, String... arguments) throws IOException, InterruptedException {
        return program(Stream.of(connection, arguments).flatMap(Stream::of).toArray(String[]::new));
    }

    /** Runs the command line with these tables in the place of its own. */
    private Program.Ended program(String... arguments) throws IOException, InterruptedException {
        String path = folder.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path");
        return java(
                path,
                Stream.concat(Stream.of(ClinicEvents.class.getName()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private Program.Ended java(String path, String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-cp", path));
        command.addAll(List.of(arguments));
        ProcessBuilder java =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        java.environment().put("XDG_CONFIG_HOME", folder.toString());
        int status = java.start().waitFor();
        return new Program.Ended(
                status, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }
}
