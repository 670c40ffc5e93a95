package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the gateway serves the console's files to everybody, and that the key of a link opens what it should. */
@RequiresCapability(SharedClouds.STANDARD)
class ConsoleLinkTest {

    private static final Pattern SCRIPT = Pattern.compile("src=\"([^\"]+/app\\.js)\"");
    private static final Pattern KEY = Pattern.compile("#token=(sk_(?:live|test)_[0-9A-Za-z]{38})$");

    private OperatorCalls operator = new OperatorCalls(java.nio.file.Path.of(""));
    private String account = "";

    @BeforeEach
    void open(StackAccess stack) {
        operator = stack.operator();
        account = "acc_" + UUID.randomUUID();
        operator.run("account", "open", "--id", account, "--email", "owner@console.example", "--name", "Console");
        operator.run("clinic", "add", account, clinic("north"));
        operator.run("clinic", "add", account, clinic("south"));
    }

    @Test
    void pageAndItsFilesNeedNoKey(Target target) {
        HttpsResponse page = get(target, "/v1/console");
        Matcher script = SCRIPT.matcher(page.text());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
        assertThat(page.header("Request-Id")).isNotEmpty();
        assertThat(script.find()).isTrue();
        URI app = target.at("/v1/console").resolve(script.group(1));
        HttpsResponse file = get(target, app);
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(file.header("Cache-Control")).contains("immutable");
        assertThat(get(target, app.resolve("other.js")).status()).isEqualTo(404);

        Matcher ofDirectory = SCRIPT.matcher(get(target, "/v1/console/").text());
        assertThat(ofDirectory.find()).isTrue();
        assertThat(target.at("/v1/console/").resolve(ofDirectory.group(1))).isEqualTo(app);
    }

    @Test
    void linkNeverOpensMoreThanTheKeyThatMadeIt(Target target) {
        ApiClientAccount owner = target.withKey(issued("webhooks:read,events:read,console:write"));
        HttpsResponse refused = link(owner, "[\"events:write\"]", "null");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(link(owner, "[\"events:read\"]", "[\"cln_harbour\"]").status())
                .isEqualTo(403);

        HttpsResponse made = link(owner, "[\"events:read\"]", "[\"" + clinic("north") + "\"]");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        ApiClientAccount guest = target.withKey(key(made.json().path("url").asText()));
        assertThat(guest.get("/v1/account").json().path("clinic_ids").toString())
                .isEqualTo("[\"" + clinic("north") + "\"]");
        assertThat(guest.get("/v1/events").status()).isEqualTo(200);
        assertThat(guest.get("/v1/webhooks").status()).isEqualTo(403);
        assertThat(link(guest, "[\"events:read\"]", "null").status()).isEqualTo(403);
    }

    @Test
    void operatorsLinkShowsEverythingAndRecordsNothing(Target target) {
        String facts = operator.run("console", account, "--expires-in", "8h", "--json");
        String readOnly = operator.run("console", account, "--read-only", "--json");

        ApiClientAccount support =
                target.withKey(key(HttpsClient.parsed(facts).path("url").asText()));
        ApiClientAccount reader =
                target.withKey(key(HttpsClient.parsed(readOnly).path("url").asText()));
        assertThat(support.get("/v1/webhooks").status()).isEqualTo(200);
        assertThat(support.get("/v1/api_keys").json().at("/data/0/description").asText())
                .isEqualTo("Console link of the operator");
        assertThat(support.post("/v1/events", ChangeSamples.cancelled(clinic("north"), "prv_1"))
                        .status())
                .isEqualTo(403);
        assertThat(reader.get("/v1/webhooks").status()).isEqualTo(200);
        assertThat(reader.get("/v1/api_keys").status()).isEqualTo(403);
    }

    private static HttpsResponse get(Target target, String path) {
        return get(target, target.at(path));
    }

    private static HttpsResponse get(Target target, URI url) {
        return target.http().send("GET", url, Map.of("Accept", "text/html,*/*"), "");
    }

    private static HttpsResponse link(ApiClientAccount from, String scopes, String clinics) {
        return from.post("/v1/console_links", "{\"scopes\":" + scopes + ",\"clinic_ids\":" + clinics + "}");
    }

    private static String key(String url) {
        Matcher key = KEY.matcher(url);
        assertThat(key.find()).as(url).isTrue();
        return key.group(1);
    }

    private String issued(String scopes) {
        return HttpsClient.parsed(operator.run("key", "issue", account, "--scope", scopes, "--all-clinics", "--json"))
                .path("secret")
                .asText();
    }

    private String clinic(String name) {
        return "cln_" + name + account.substring(account.length() - 8);
    }
}
