package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what {@code apply} compares, sends, writes and refuses, on an API with set responses. */
class ApplyCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DESK = """
            {"id":"whk_1","mode":"push","url":"https://a.example/","types":["*"],"clinic_id":"cln_a","clinic_ids":null,
             "filter":null,"header_names":["X-Key"],"client_certificate_details":null,"description":"Desk","external_id":"desk","metadata":{"team":"a"},
             "max_per_second":null,"capture_responses":false,"payload":"full","notify":{"email":"a@b.example","without":[]}}""";
    private static final String OLD = """
            {"id":"whk_2","url":"https://old.example/","types":["*"],"external_id":null,"metadata":{},"description":"Old"}""";
    private static final String SAME = """
            webhooks:
              - external_id: desk
                url: https://a.example/
                types: [offer.created, "*"]
                clinic_ids: [cln_a]
                headers: {x-key: other}
                filter: null
                payload: null
                description: Desk
                capture_responses: false
                notify: {email: a@b.example}
                metadata: {team: a}
            """;
    private static final String NEW = """
            webhooks:
              - external_id: new
                url: https://n.example/
                types: [offer.created]
                headers: {X-Key: hunter2}
            """;
    private static final String QUEUE = "https://sqs.eu-central-1.amazonaws.com/123456789012/events";
    private static final String ROLE = "arn:aws:iam::123456789012:role/events";
    private static final Map<String, String> ETAG = Map.of("ETag", "\"3.0a1b2c3d4e5f\"");

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api);
        api.on("GET /v1/webhooks", 200, "{\"data\":[" + DESK + "," + OLD + "],\"has_more\":false,\"next_cursor\":null}")
                .on("GET /v1/webhooks/whk_1", 200, DESK, ETAG)
                .on("PATCH /v1/webhooks/whk_1", 200, DESK, ETAG);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private String file(String text) throws IOException {
        return Files.writeString(home.resolve("webhooks.yaml"), text).toString();
    }

    private Path secrets() {
        return home.resolve("secrets.jsonl");
    }

    private List<String> changes() {
        return api.lines().stream().filter(line -> !line.startsWith("GET")).toList();
    }

    @Test
    void whatIsTheSameInAnotherFormIsNotChanged() throws IOException {
        Program.Ended ended = program.execute("apply", file(SAME));
        assertThat(ended.err()).isEqualTo("0 to create, 0 to change, 1 unchanged, 1 not in the file.\n");
        assertThat(ended.out()).isEqualTo("unchanged  desk  whk_1\nnot in file whk_2  Old\n");
        assertThat(ended.status()).isZero();
        assertThat(api.lines()).containsExactly("GET /v1/webhooks?limit=100");
    }

    @Test
    void onlyWhatDiffersIsChangedInTheVersionThatWasCompared() throws IOException {
        String changed = SAME.replace("Desk", "Front desk").replace("team: a", "team: b") + "    max_per_second: 5\n";
        Program.Ended ended = program.answering("y").execute("apply", file(changed));
        assertThat(ended.status()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("change     desk  whk_1")
                .contains("description: Desk -> Front desk")
                .contains("metadata: {\"team\":\"a\"} -> {\"team\":\"b\"}")
                .contains("max_per_second: - -> 5");
        assertThat(api.last().line()).isEqualTo("PATCH /v1/webhooks/whk_1");
        assertThat(api.last().header("If-match")).isEqualTo("\"3.0a1b2c3d4e5f\"");
        assertThat(api.last().json().toString())
                .isEqualTo("{\"description\":\"Front desk\",\"metadata\":{\"team\":\"b\"},\"max_per_second\":5}");
    }

    @ParameterizedTest
    @CsvSource({"--dry-run, 0, 1 to change", "--json, 2, repeat it with --yes"})
    void nothingIsChangedUnlessSomebodyAgrees(String option, int status, String said) throws IOException {
        Program.Ended ended = program.execute("apply", file(SAME.replace("Desk", "Front desk")), option);
        assertThat(ended.status()).isEqualTo(status);
        assertThat(ended.err()).contains(said);
        assertThat(program.answering("n")
                        .execute("apply", file(SAME.replace("Desk", "Front desk")))
                        .status())
                .isEqualTo(1);
        assertThat(changes()).isEmpty();
    }

    @Test
    void somebodyElsesChangeIsNotOverwrittenAndHoldsUpNoOther() throws IOException {
        ScriptedApi contested = new ScriptedApi()
                .on("GET /v1/webhooks", 200, "{\"data\":[" + DESK + "],\"has_more\":false,\"next_cursor\":null}")
                .on("GET /v1/webhooks/whk_1", 200, DESK, ETAG)
                .refuse("PATCH /v1/webhooks/whk_1", 412, "precondition_failed")
                .on("POST /v1/webhooks", 201, "{\"id\":\"whk_3\",\"secret\":\"whsec_1\"}");
        try (contested) {
            String both = SAME.replace("Desk", "Front desk") + NEW.substring(NEW.indexOf('\n') + 1);
            Program.Ended ended = new Program(home)
                    .using(contested)
                    .execute(
                            "apply", file(both), "--yes", "--secrets", secrets().toString());
            assertThat(ended.status()).isEqualTo(1);
            assertThat(ended.err()).contains("desk: somebody else has changed it since it was compared.");
            assertThat(contested.last().line()).isEqualTo("POST /v1/webhooks");
            assertThat(Files.readString(secrets())).contains("whsec_1");
        }
    }

    @Test
    void secretOfANewWebhookIsWrittenOnceForItsOwnerAlone() throws IOException {
        api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_3\",\"secret\":\"whsec_1\"}");
        Program.Ended ended = program.execute(
                "apply", file(NEW), "--yes", "--secrets", secrets().toString());
        assertThat(ended.status()).as(ended.err()).isZero();
        assertThat(ended.out() + ended.err()).doesNotContain("whsec_", "hunter2");
        assertThat(api.last().json().at("/headers/X-Key").asText()).isEqualTo("hunter2");
        assertThat(api.last().header("Idempotency-key")).isNotEmpty();
        JsonNode written = JSON.readTree(Files.readString(secrets()));
        assertThat(written.toString())
                .isEqualTo("{\"external_id\":\"new\",\"webhook_id\":\"whk_3\",\"secret\":\"whsec_1\"}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets())))
                .isEqualTo("rw-------");

        Program.Ended again = program.execute(
                "apply", file(NEW), "--yes", "--secrets", secrets().toString());
        assertThat(again.err()).contains("exists already");
        assertThat(changes()).containsExactly("POST /v1/webhooks");
        assertThat(Files.readString(secrets())).contains("whsec_1");
    }

    @Test
    void newWebhooksNeedAFileForTheirSecrets() throws IOException {
        Program.Ended ended = program.execute("apply", file(NEW), "--yes");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("--secrets");
        Files.createSymbolicLink(secrets(), home.resolve("nothing"));
        assertThat(program.execute(
                                "apply",
                                file(NEW),
                                "--yes",
                                "--secrets",
                                secrets().toString())
                        .status())
                .isEqualTo(1);
        assertThat(program.execute("apply", file(NEW), "--dry-run").status()).isZero();
        assertThat(changes()).isEmpty();
    }

    @Test
    void refusedRegistrationLeavesNoEmptyFile() throws IOException {
        api.refuse("POST /v1/webhooks", 409, "external_id_taken");
        Program.Ended ended = program.execute(
                "apply", file(NEW), "--yes", "--secrets", secrets().toString());
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("new: It is so. (external_id_taken");
        assertThat(secrets()).doesNotExist();
    }

    @Test
    void certificatesAreComparedByTheirFingerprints() throws IOException {
        String fingerprint = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        String shown = DESK.replace(
                "\"client_certificate_details\":null",
                "\"client_certificate_details\":{\"fingerprint\":\"" + fingerprint + "\"}");
        ScriptedApi certified = new ScriptedApi()
                .on("GET /v1/webhooks", 200, "{\"data\":[" + shown + "],\"has_more\":false,\"next_cursor\":null}")
                .on("GET /v1/webhooks/whk_1", 200, shown, ETAG)
                .on("PATCH /v1/webhooks/whk_1", 200, shown, ETAG);
        try (certified) {
            program = new Program(home).using(certified);
            // "abc", whose SHA-256 is an example of FIPS 180-2.
            String same = SAME + "    client_certificate:\n"
                    + "      certificate: \"-----BEGIN CERTIFICATE-----\\nYWJj\\n-----END CERTIFICATE-----\"\n"
                    + "      private_key: hunter2\n";
            assertThat(program.execute("apply", file(same), "--yes").out()).isEqualTo("unchanged  desk  whk_1\n");

            Program.Ended changed = program.execute("apply", file(same.replace("YWJj", "YWJk")), "--yes");
            assertThat(certified
                            .last()
                            .json()
                            .at("/client_certificate/private_key")
                            .asText())
                    .isEqualTo("hunter2");
            assertThat(changed.out())
                    .contains(fingerprint, "values are not shown")
                    .doesNotContain("hunter2");

            program.execute("apply", file(SAME + "    client_certificate: null\n"), "--yes");
            assertThat(certified.last().json().toString()).isEqualTo("{\"client_certificate\":null}");
        }
    }

    @Test
    void destinationIsComparedAndSentAsAWhole() throws IOException {
        String shown = DESK.replace(
                "\"url\":\"https://a.example/\"",
                "\"url\":null,\"destination\":{\"type\":\"sqs\",\"queue_url\":\"" + QUEUE + "\",\"role_arn\":\"" + ROLE
                        + "\"}");
        ScriptedApi queued = new ScriptedApi()
                .on("GET /v1/webhooks", 200, "{\"data\":[" + shown + "],\"has_more\":false,\"next_cursor\":null}")
                .on("GET /v1/webhooks/whk_1", 200, shown, ETAG)
                .on("PATCH /v1/webhooks/whk_1", 200, shown, ETAG);
        try (queued) {
            program = new Program(home).using(queued);
            String same = "webhooks: [{external_id: desk, types: ['*'], destination: {role_arn: '" + ROLE
                    + "', queue_url: '" + QUEUE + "', type: sqs}}]";
            assertThat(program.execute("apply", file(same), "--yes").out()).isEqualTo("unchanged  desk  whk_1\n");

            program.execute("apply", file(same.replace(ROLE, ROLE + "-2")), "--yes");
            assertThat(queued.last().json().at("/destination/role_arn").asText())
                    .isEqualTo(ROLE + "-2");
            assertThat(queued.last().json().at("/destination/queue_url").asText())
                    .isEqualTo(QUEUE);
            assertThat(queued.last().json().size()).isEqualTo(1);

            Program.Ended toUrl = program.execute("apply", file(SAME), "--yes");
            assertThat(toUrl.status()).isEqualTo(1);
            assertThat(toUrl.err()).contains("desk: whether whk_1 has the field url cannot be changed");
            assertThat(queued.lines().stream().filter(line -> line.startsWith("PATCH")))
                    .hasSize(1);
        }
    }

    @Test
    void webhookWithAUrlGetsNoDestination() throws IOException {
        String queued = "webhooks: [{external_id: desk, types: ['*'], destination: {type: sqs, queue_url: '" + QUEUE
                + "', role_arn: '" + ROLE + "'}}]";
        Program.Ended ended = program.execute("apply", file(queued), "--yes");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("desk: whether whk_1 has the field destination cannot be changed");
        assertThat(changes()).isEmpty();
    }

    @Test
    void headersOfTheSameNamesAreSentOnlyIfAskedForOrWithAnotherUrl() throws IOException {
        program.execute("apply", file(SAME), "--yes", "--send-headers");
        assertThat(api.last().json().toString()).isEqualTo("{\"headers\":{\"x-key\":\"other\"}}");
        Program.Ended moved = program.execute("apply", file(SAME.replace("a.example/", "c.example/")), "--yes");
        assertThat(api.last().json().toString())
                .isEqualTo("{\"url\":\"https://c.example/\",\"headers\":{\"x-key\":\"other\"}}");
        assertThat(moved.out()).contains("values are not shown").doesNotContain("other");
    }

    @Test
    void modeIsNotChanged() throws IOException {
        String pulled = """
                webhooks:
                  - {external_id: desk, mode: pull, types: ["*"]}
                """;
        Program.Ended ended = program.execute("apply", file(pulled), "--yes");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("desk: the mode of whk_1 cannot be changed");
        assertThat(changes()).isEmpty();
    }

    @Test
    void allFaultsOfAFileAreToldWithTheirLines() throws IOException {
        String wrong = """
                webhooks:
                  - external_id: desk
                    urll: https://a.example/
                    mode: pull
                    types: "*"
                  - external_id: desk
                    url: https://a.example/
                    types: [1]
                    max_per_second: "5"
                    description: 7
                    clinic_id: cln_a
                  - url: https://a.example/
                    types: []
                    types: []
                  - types: ["*"]
                    external_id: two words
                  - desk
                """;
        Program.Ended ended = program.execute("apply", file(wrong));
        assertThat(ended.status()).isEqualTo(1);
        String path = home.resolve("webhooks.yaml").toString();
        assertThat(ended.err().lines().map(line -> line.replace(path + ":", "")))
                .anyMatch(line -> line.startsWith(
                        "3: desk: there is no field urll; there are auth, capture_responses, client_certificate,"))
                .anyMatch(line -> line.startsWith("5: desk: types has to be a list"))
                .anyMatch(
                        line -> line.startsWith("6: desk: another webhook of the file has this external_id, on line 2"))
                .anyMatch(line -> line.startsWith("8: desk: types has to be a list"))
                .anyMatch(line -> line.startsWith("9: desk: max_per_second has to be a whole number"))
                .anyMatch(line -> line.startsWith("10: desk: description has to be text"))
                .anyMatch(line -> line.startsWith("11: desk: there is no field clinic_id;"))
                .anyMatch(line -> line.startsWith("12: webhook 3: external_id has to be"))
                .anyMatch(line -> line.startsWith("14: types is there twice"))
                .anyMatch(line -> line.startsWith("15: webhook 4: external_id has to be"))
                .anyMatch(line -> line.startsWith("15: webhook 4: url is missing"))
                .anyMatch(line -> line.startsWith("17: a webhook is a mapping"));
        assertThat(api.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                             | there is nothing in it",
                "[]                                             | a mapping with the list webhooks",
                "{}                                             | a mapping with the list webhooks",
                "{webhooks: {}}                                 | a mapping with the list webhooks",
                "{webhooks: [], more: 1}                        | a mapping with the list webhooks",
                "{webhooks: [                                   | it is no YAML",
                "{webhooks: !!java.net.URL [\"http://a\"]}      | tags such as",
                "{webhooks: [!!str desk]}                       | tags such as",
                "{webhooks: [{external_id: a, metadata: &a {b: *a}}]} | contains itself",
            })
    void whatIsNoListOfWebhooksIsRefused(String text, String said) throws IOException {
        Program.Ended ended = program.execute("apply", file(text));
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains(said).contains("webhooks.yaml:1:");
        assertThat(api.requests()).isEmpty();
    }

    /** Each level stands for nine of the level below. */
    @Test
    void aliasesThatStandForTooMuchAreRefused() throws IOException {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int level = 1; level <= 5; level++) {
            String below = "*a" + (level - 1);
            text.append("a" + level + ": &a" + level + " [" + below + (", " + below).repeat(8) + "]\n");
        }
        String bomb =
                "webhooks:\n  - external_id: a\n    types: ['*']\n    url: https://a.example/\n    metadata:\n      "
                        + text.toString().replace("\n", "\n      ");
        Program.Ended ended = program.execute("apply", file(bomb.stripTrailing() + "\n"));
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("it has too many values");
        assertThat(api.requests()).isEmpty();
    }

    /** In YAML 1.1, these would be false, 10 and a number of seconds. */
    @Test
    void plainWordsMeanWhatYaml12Says() throws IOException {
        api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_3\",\"secret\":\"whsec_1\"}");
        program.run(
                "apply",
                file(NEW + "    metadata: {a: no, b: 012, c: 1:30, d: 2026-11-20}\n    description: on\n"),
                "--yes",
                "--secrets",
                secrets().toString());
        assertThat(api.last().json().path("metadata").toString())
                .isEqualTo("{\"a\":\"no\",\"b\":\"012\",\"c\":\"1:30\",\"d\":\"2026-11-20\"}");
        assertThat(api.last().json().path("description").asText()).isEqualTo("on");
    }

    @Test
    void exampleOfTheDocumentationIsAFileOfWebhooks() {
        Program.Ended ended = program.execute("apply", "../../docs/webhooks.yaml", "--dry-run");
        assertThat(ended.status()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("3 to create, 0 to change");
    }
}
