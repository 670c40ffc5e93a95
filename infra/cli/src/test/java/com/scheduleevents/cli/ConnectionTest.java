package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cli.api.ApiSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which API is used with which key, and how requests are repeated. */
class ConnectionTest {

    private static final String ACCOUNT = "{\"id\":\"acc_1\",\"name\":\"North\",\"clinic_ids\":[]}";
    private static final String EVENT = "{\"id\":\"evt_1\",\"type\":\"appointment.booked\"}";

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home);
        api.on("GET /v1/account", 200, ACCOUNT);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void optionsWinOverVariablesAndVariablesOverTheDefaultProfile() {
        api.on("GET /v1/events/evt_1", 200, EVENT);
        program.input("sk_test_profile")
                .run("profiles", "add", "one", "--api", api.url().toString());

        program.run("events", "get", "evt_1");
        assertThat(key()).isEqualTo("Bearer sk_test_profile");
        program.using(api).run("events", "get", "evt_1");
        assertThat(key()).isEqualTo("Bearer sk_test_1");
        program.run("events", "get", "evt_1", "--key", "sk_test_option");
        assertThat(key()).isEqualTo("Bearer sk_test_option");
        program.run("events", "get", "evt_1", "--profile", "one");
        assertThat(key()).isEqualTo("Bearer sk_test_profile");
    }

    @Test
    void keyOfAProfileIsNotSentToAnotherUrl() {
        program.input("sk_test_profile")
                .run("profiles", "add", "one", "--api", api.url().toString());
        int before = api.requests().size();

        Program.Ended ended = program.execute("events", "get", "evt_1", "--api", "https://elsewhere.example");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("is not sent elsewhere");
        assertThat(api.requests()).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://api.example.com      | would be sent to api.example.com unencrypted",
                "ftp://api.example.com       | is not the URL of an API",
                "api.example.com             | is not the URL of an API",
                "https://a:b@api.example.com | is not the URL of an API",
                "https://api.example.com?a=b | is not the URL of an API",
            })
    void urlThatIsNotSafeIsRefused(String url, String sentence) {
        Program.Ended ended = program.execute("events", "list", "--api", url, "--key", "sk_test_1");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains(sentence);
    }

    @Test
    void versionInTheUrlIsNotDoubled() {
        api.on("GET /v1/events/evt_1", 200, EVENT);
        program.run("events", "get", "evt_1", "--api", api.url() + "/v1/", "--key", "sk_test_1");
        assertThat(api.last().line()).isEqualTo("GET /v1/events/evt_1");
    }

    @Test
    void commandWithoutAnApiSaysHowToNameOne() {
        Program.Ended ended = program.execute("events", "list");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("clinic-events profiles add NAME --api URL", "CLINIC_EVENTS_KEY");
    }

    @Test
    void errorOfTheApiIsOneSentenceWithItsCodeAndRequest() {
        api.refuse("GET /v1/events/evt_1", 404, "not_found");
        Program.Ended ended = program.using(api).execute("events", "get", "evt_1");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err().strip()).isEqualTo("It is so. (not_found, request req_1)");
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void errorOfABodySaysAllThatIsWrongWithIt() {
        api.on("POST /v1/webhooks/whk_1/enable", 400, """
                {"error":{"code":"invalid_field","message":"One.","request_id":"req_1",
                "errors":[{"code":"invalid_field","message":"One.","param":"a"},{"code":"missing_field","message":"Two.","param":"b"}]}}""");
        Program.Ended ended = program.using(api).execute("webhooks", "enable", "whk_1");
        assertThat(ended.err().strip()).isEqualTo("One. Two. (invalid_field, request req_1)");
    }

    @Test
    void responseOfAnotherServerIsNotShown() {
        api.on("GET /v1/events/evt_1", 200, "<html>Welcome</html>");
        Program.Ended ended = program.using(api).execute("events", "get", "evt_1");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("is not one of this API").doesNotContain("html");
    }

    @Test
    void redirectIsNotFollowed() {
        api.on("GET /v1/events/evt_1", 302, "", Map.of("Location", api.url() + "/v1/events/evt_2"));
        assertThat(program.using(api).execute("events", "get", "evt_1").status())
                .isEqualTo(1);
        assertThat(api.lines()).containsExactly("GET /v1/events/evt_1");
    }

    @Test
    void partOfAPathStaysOnePart() {
        assertThat(ApiSession.path("events", "../account?a=b")).isEqualTo("/v1/events/..%2Faccount%3Fa%3Db");
    }

    @Test
    void requestAboveTheRateIsRepeatedWhenTheApiSays() {
        api.on("POST /v1/webhooks/whk_1/enable", 429, "{}", Map.of("Retry-After", "7"))
                .on("POST /v1/webhooks/whk_1/enable", 200, "{\"id\":\"whk_1\"}");
        assertThat(program.using(api).run("webhooks", "enable", "whk_1")).contains("whk_1");
        assertThat(program.waits()).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void longWaitIsLeftToTheUser() {
        api.on("GET /v1/events/evt_1", 429, "{}", Map.of("Retry-After", "600"));
        assertThat(program.using(api).execute("events", "get", "evt_1").status())
                .isEqualTo(1);
        assertThat(program.waits()).isEmpty();
    }

    @Test
    void readIsRepeatedAfterAnErrorOfTheService() {
        api.on("GET /v1/events/evt_1", 503, "{}").on("GET /v1/events/evt_1", 200, EVENT);
        assertThat(program.using(api).run("events", "get", "evt_1")).contains("evt_1");
        assertThat(api.requests()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST /v1/webhooks                                     | webhooks create --url https://receiver.example/hooks",
                "POST /v1/webhooks/whk_1/enable                        | webhooks enable whk_1",
                "POST /v1/webhooks/whk_1/disable                       | webhooks disable whk_1",
                "POST /v1/webhooks/whk_1/rotate_secret                 | webhooks rotate whk_1",
                "POST /v1/webhooks/whk_1/deliveries/evt_1/redeliver    | deliveries redeliver whk_1 evt_1",
                "POST /v1/webhooks/whk_1/deliveries/evt_1/dismiss      | deliveries dismiss whk_1 evt_1",
                "POST /v1/webhooks/whk_1/replays                       | replay whk_1 --since 1h --no-wait",
                "POST /v1/api_keys                                     | keys issue --scope events:read --all-clinics",
            })
    void requestIsRepeatedUnderTheSameIdempotencyKey(String request, String command) {
        api.refuse(request, 503, "unavailable")
                .refuse(request, 409, "concurrent_changes")
                .on(request, 200, "{\"id\":\"whk_1\"}");
        program.using(api).run(command.split(" "));
        assertThat(api.lines()).containsExactly(request, request, request);
        assertThat(api.requests())
                .extracting(sent -> sent.header("Idempotency-key"))
                .doesNotContain("")
                .containsOnly(api.last().header("Idempotency-key"));
        program.using(api).execute(command.split(" "));
        assertThat(api.last().header("Idempotency-key"))
                .as("of another command")
                .isNotEqualTo(api.requests().getFirst().header("Idempotency-key"));
    }

    @Test
    void changeWithoutAnIdempotencyKeyIsNotRepeatedAfterAnErrorOfTheService() {
        api.refuse("PATCH /v1/webhooks/whk_1", 503, "unavailable");
        assertThat(program.using(api)
                        .execute("webhooks", "update", "whk_1", "--description", "x")
                        .status())
                .isEqualTo(1);
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    void otherConflictIsNotRepeated() {
        api.refuse("POST /v1/webhooks/whk_1/replays", 409, "replay_running");
        assertThat(program.using(api)
                        .execute("replay", "whk_1", "--since", "1h", "--no-wait")
                        .status())
                .isEqualTo(1);
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    void keyWhoseSecretWasLostSaysWhatToDo() {
        api.refuse("POST /v1/api_keys", 503, "unavailable")
                .on("POST /v1/api_keys", 200, "{\"id\":\"key_1\",\"secret\":null,\"message\":\"Delete it.\"}");
        Program.Ended ended = program.using(api).execute("keys", "issue", "--scope", "events:read", "--all-clinics");
        assertThat(ended.err()).contains("Delete it.").doesNotContain("pass it on");
    }

    @Test
    void listIsReadPageByPageAndSaysThatThereIsMore() {
        api.on("GET /v1/webhooks", 200, page("whk_3", "whk_2"))
                .on("GET /v1/webhooks", 200, "{\"data\":[{\"id\":\"whk_1\"}],\"has_more\":false,\"next_cursor\":null}");
        assertThat(program.using(api).run("webhooks", "list", "--all")).contains("whk_3", "whk_2", "whk_1");
        assertThat(api.lines())
                .containsExactly("GET /v1/webhooks?limit=100", "GET /v1/webhooks?starting_after=whk_2&limit=100");

        ScriptedApi longer = new ScriptedApi().on("GET /v1/webhooks", 200, page("whk_3", "whk_2"));
        try (longer) {
            Program.Ended ended = program.using(longer).execute("webhooks", "list", "--limit", "2");
            assertThat(longer.lines()).containsExactly("GET /v1/webhooks?limit=2");
            assertThat(ended.err()).contains("There are more");
        }
    }

    @Test
    void unreachableApiIsOneSentence() {
        api.close();
        Program.Ended ended = program.using(api).execute("events", "get", "evt_1");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("could not be reached").doesNotContain("Exception");
        assertThat(program.waits()).hasSize(3);
    }

    private static String page(String first, String second) {
        return "{\"data\":[{\"id\":\"" + first + "\"},{\"id\":\"" + second + "\"}],\"has_more\":true,\"next_cursor\":\""
                + second + "\"}";
    }

    private String key() {
        return api.last().header("Authorization");
    }
}
