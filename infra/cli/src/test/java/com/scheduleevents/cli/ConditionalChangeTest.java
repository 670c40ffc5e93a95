package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that changes overwrite nothing that somebody else has changed, if they name the ETag of what they are based on. */
class ConditionalChangeTest {

    private static final String WEBHOOK = """
            {"id": "whk_1", "types": ["*"], "status": "active"}
            """;

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({
        "PATCH,  /v1/webhooks/whk_1,               update --description=Desk",
        "DELETE, /v1/webhooks/whk_1,               delete --yes",
        "POST,   /v1/webhooks/whk_1/enable,        enable",
        "POST,   /v1/webhooks/whk_1/disable,       disable",
        "POST,   /v1/webhooks/whk_1/rotate_secret, rotate"
    })
    void changeOfAnOlderVersionIsRefusedAndTellsWhereTheNewETagIs(String method, String path, String command) {
        String line = method + " " + path;
        boolean isDeletion = method.equals("DELETE");
        api.refuse(line, 412, "precondition_failed").on(line, isDeletion ? 204 : 200, isDeletion ? "" : WEBHOOK);
        String[] words = ("webhooks " + command + " whk_1 --if-match").split(" ");

        Program.Ended stale = program.execute(with(words, "\"2.0a1b2c3d4e5f\""));
        assertThat(stale.status()).isEqualTo(1);
        assertThat(stale.err())
                .contains("(precondition_failed, request req_1)")
                .contains("It is printed by: clinic-events webhooks get whk_1\n");
        assertThat(api.last().header("If-match")).isEqualTo("\"2.0a1b2c3d4e5f\"");

        program.run(with(words, "\"3.0a1b2c3d4e5f\""));
        assertThat(api.last().header("If-match")).isEqualTo("\"3.0a1b2c3d4e5f\"");
        program.run(Stream.of(words).limit(words.length - 1).toArray(String[]::new));
        assertThat(api.last().headers()).doesNotContainKey("If-match");
        assertThat(api.lines()).containsExactly(line, line, line);
    }

    private static String[] with(String[] words, String last) {
        return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
    }

    /** A shell takes the quotes of what nobody has quoted twice. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            value = {
                "3.0a1b                ; \"3.0a1b\"",
                "\"3.0a1b\"            ; \"3.0a1b\"",
                "*                     ; *",
                "\"3.0a1b\", \"4.0a1b\"; \"3.0a1b\", \"4.0a1b\"",
                "W/\"3.0a1b\"          ; W/\"3.0a1b\""
            })
    void etagIsSentWithItsQuotes(String given, String sent) {
        api.on("POST /v1/webhooks/whk_1/enable", 200, WEBHOOK);
        program.run("webhooks", "enable", "whk_1", "--if-match", given);
        assertThat(api.last().header("If-match")).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.0a1b,4.0a1b", "W/3.0a1b", "..", "\"3.0a1b", "3.0a 1b", "3.0a1b\nX-Other: 1", "3.0ä"})
    void whatIsNoEtagIsRefusedBeforeAnythingIsSent(String given) {
        Program.Ended ended = program.execute("webhooks", "enable", "whk_1", "--if-match", given);
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("--if-match is an ETag as get prints it, such as '\"3.0a1b2c3d4e5f\"'");
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void etagIsPrintedBesideTheWebhookSoThatTheOutputStaysItsJson() {
        Map<String, String> etag = Map.of("ETag", "\"3.0a1b2c3d4e5f\"");
        api.on("GET /v1/webhooks/whk_1", 200, WEBHOOK, etag)
                .on("PATCH /v1/webhooks/whk_1", 200, WEBHOOK, etag)
                .on("POST /v1/webhooks", 201, WEBHOOK, etag)
                .on("GET /v1/events/evt_1", 200, "{\"id\":\"evt_1\"}", etag);
        Program.Ended get = program.execute("webhooks", "get", "whk_1", "--json");
        assertThat(get.err()).isEqualTo("ETag: \"3.0a1b2c3d4e5f\"\n");
        assertThat(get.out()).startsWith("{").doesNotContain("3.0a1b");
        assertThat(program.execute("webhooks", "update", "whk_1").err()).contains("ETag: \"3.0a1b2c3d4e5f\"\n");
        assertThat(program.execute("webhooks", "create", "--pull").err()).contains("ETag: \"3.0a1b2c3d4e5f\"\n");
        // An event never changes.
        assertThat(program.execute("events", "get", "evt_1").err()).isEmpty();
    }
}
