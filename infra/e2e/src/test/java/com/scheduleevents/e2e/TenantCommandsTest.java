package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the operator's commands for accounts, clinics and keys on a running cloud. */
@RequiresCapability(SharedClouds.STANDARD)
class TenantCommandsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private OperatorCalls operator = new OperatorCalls(Path.of(""));

    @BeforeEach
    void find(StackAccess stack) {
        operator = stack.operator();
    }

    @Test
    void keyHasItsScopesAndClinicsUntilRevoked(Target target) throws IOException {
        target.needs(Capability.GATEWAY_RESPONSES);
        String account = field(
                operator.run("account", "open", "--email", "owner@north.example", "--name", "North", "--json"),
                "account");
        operator.run("clinic", "add", account, "cln_north");
        operator.run("clinic", "add", account, "cln_south");
        String issued = operator.run(
                "key",
                "issue",
                account,
                "--scope",
                "events:read,events:write",
                "--clinic",
                "cln_north",
                "--label",
                "Front desk",
                "--json");
        String secret = field(issued, "secret");
        String key = field(issued, "key");

        assertThat(secret).startsWith("sk_live_");
        assertThat(record(target, secret, "cln_north")).isEqualTo(201);
        assertThat(record(target, secret, "cln_south")).isEqualTo(403);
        assertThat(operator.run("key", "list", account))
                .contains(key, "Front desk", "events:read, events:write", "cln_north")
                .doesNotContain(secret);
        assertThat(operator.run("account", "show", account)).contains("North", "owner@north.example", "cln_south");
        assertThat(operator.run("account", "list")).contains(account, "acc_demo");

        operator.run("clinic", "remove", account, "cln_north");
        assertThat(record(target, secret, "cln_north")).isEqualTo(403);

        operator.run("key", "revoke", account, key);
        operator.run("key", "revoke", account, key);
        assertThat(operator.run("key", "list", account)).contains(key);
        assertThat(operator.run("account", "show", account)).containsPattern("keys +0");
        assertThat(operator.execute("key", "revoke", "acc_other", key).status()).isEqualTo(1);
        // The gateway may cache the authorizer's result.
        Await.await("the rejection").until(() -> record(target, secret, "cln_north") == 401);
    }

    @Test
    void accountHasUpToFiveAddressesThatGetTheMailsTheyWant(Target target) throws IOException {
        String account = field(
                operator.run("account", "open", "--email", "owner@mails.example", "--name", "Mails", "--json"),
                "account");
        for (String name : List.of("a", "b", "c", "d")) {
            operator.run("account", "mails", account, "--to", name + "@mails.example", "--all");
        }
        assertThat(operator.execute("account", "mails", account, "--to", "e@mails.example", "--all")
                        .err())
                .contains("at most 5 addresses");
        operator.run("account", "mails", account, "--to", "b@mails.example", "--without", "webhook_registered,slow");
        operator.run("account", "mails", account, "--to", "c@mails.example", "--remove");
        assertThat(operator.execute("account", "mails", account, "--to", "c@mails.example", "--remove")
                        .err())
                .contains("no such address");
        assertThat(operator.run("account", "show", account))
                .contains("a@mails.example", "b@mails.example (without slow, webhook_registered)", "d@mails.example")
                .doesNotContain("c@mails.example");

        ApiClientAccount owner = target.withKey(field(
                operator.run("key", "issue", account, "--scope", "webhooks:write", "--all-clinics", "--json"),
                "secret"));
        String webhook = owner.register(target.receiver().resolve("/hooks/mails"), List.of("offer.declined"))
                .path("id")
                .asText();
        MailboxClient mails = new MailboxClient(target);
        assertThat(Await.await("the e-mail").until(() -> mails.ofRegistration(webhook), found -> !found.isEmpty()))
                .singleElement()
                .satisfies(mail -> assertThat(mail.path("to").toString())
                        .isEqualTo("[\"owner@mails.example\",\"a@mails.example\",\"d@mails.example\"]"));
    }

    @Test
    void sandboxHasTestKeysOnlyAndIsNotBilled(Target target) throws IOException {
        String account = field(
                operator.run(
                        "account",
                        "open",
                        "--sandbox",
                        "--email",
                        "o@sandbox.example",
                        "--name",
                        "Sandbox",
                        "--clinic",
                        "cln_sandbox",
                        "--json"),
                "account");
        String issued =
                operator.run("key", "issue", account, "--scope", "events:write,keys:write", "--all-clinics", "--json");
        String rolled = operator.run("key", "roll", account, field(issued, "key"), "--json");
        assertThat(field(issued, "secret")).startsWith("sk_test_");
        assertThat(field(rolled, "secret")).startsWith("sk_test_");
        assertThat(operator.run("console", account)).contains("#token=sk_test_");

        ApiClientAccount owner = target.withKey(field(issued, "secret"));
        assertThat(owner.get("/v1/account").json().path("sandbox").asBoolean()).isTrue();
        assertThat(owner.post("/v1/api_keys", "{\"scopes\":[\"events:write\"],\"clinic_ids\":null}")
                        .json()
                        .path("secret")
                        .asText())
                .startsWith("sk_test_");
        assertThat(record(target, field(issued, "secret"), "cln_sandbox")).isEqualTo(201);
        assertThat(operator.execute("usage", "export", account, "--month", "2026-11")
                        .err())
                .contains(account + " is a sandbox");
        assertThat(operator.run("usage", "export", "--all-accounts", "--month", "2026-11"))
                .doesNotContain(account);

        operator.run("account", "change", account, "--name", "Still a sandbox");
        assertThat(operator.run("account", "show", account)).containsPattern("sandbox +true");
    }

    @Test
    void rolledKeyWorksUntilItsExpiry(Target target) throws IOException {
        String account = field(
                operator.run(
                        "account",
                        "open",
                        "--email",
                        "o@roll.example",
                        "--name",
                        "Roll",
                        "--clinic",
                        "cln_roll",
                        "--json"),
                "account");
        String end = "2098-12-31T23:59:59.999Z";
        String issued = operator.run(
                "key",
                "issue",
                account,
                "--scope",
                "events:write",
                "--clinic",
                "cln_roll",
                "--expires-at",
                "2099-01-01T22:59:59.9999999999+23:00",
                "--json");
        String old = field(issued, "key");
        operator.run("key", "label", account, old, "Till");

        String rolled = operator.run("key", "roll", account, old, "--expires-in", "1h", "--json");

        assertThat(field(rolled, "secret")).isNotEqualTo(field(issued, "secret"));
        assertThat(field(rolled, "label")).isEqualTo("Till");
        assertThat(field(rolled, "expires")).isEqualTo(end);
        assertThat(record(target, field(issued, "secret"), "cln_roll")).isEqualTo(201);
        assertThat(record(target, field(rolled, "secret"), "cln_roll")).isEqualTo(201);
        assertThat(operator.run("key", "list", account)).contains(end, field(rolled, "old_key_expires"));
        assertThat(operator.run("account", "show", account))
                .containsPattern("keys +2")
                .contains(field(rolled, "old_key_expires"));

        assertThat(operator.run("key", "expire", account, old, "--at", "2026-01-01T00:00:00.0009999999Z"))
                .contains("2026-01-01T00:00:00Z");
        assertThat(operator.execute("key", "roll", account, old).err()).contains("has expired");
        operator.run("key", "expire", account, old, "--never");
        operator.run("key", "revoke", account, old);
        assertThat(operator.execute("key", "expire", account, old, "--never").err())
                .contains("was revoked");
        assertThat(operator.execute("key", "roll", account, old).err()).contains("was revoked");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "account show acc_nobody                                   | 1 | There is no account acc_nobody.",
                "account show nobody                                       | 2 | is not an account: acc_",
                "account open --name N                                     | 2 | --email",
                "account open --name N --email none                        | 2 | is not an e-mail address",
                "account open --name N --email a@b.example --id acc_demo   | 1 | There is an account acc_demo already",
                "account open --name N --email a@b.example --clinic clinic | 2 | is not a clinic: cln_",
                "clinic add acc_nobody cln_1                               | 1 | There is no account acc_nobody.",
                "clinic remove acc_demo cln_nowhere                        | 1 | The account acc_demo has no clinic cln_nowhere",
                "key issue acc_demo --all-clinics                          | 2 | --scope",
                "key issue acc_demo --all-clinics --scope events:eat       | 2 | is not a scope; there are events:read",
                "key issue acc_demo --scope events:read                    | 2 | either --clinic, or --all-clinics",
                "key issue acc_demo --scope events:read --clinic cln_elsewhere | 1 | has no clinic cln_elsewhere",
                "key issue acc_nobody --scope events:read --all-clinics    | 1 | There is no account acc_nobody.",
                "key revoke acc_demo key_other                             | 1 | The account acc_demo has no key key_other",
                "key revoke acc_demo sk_test_1                             | 2 | is not an API key: key_",
                "key issue acc_demo --all-clinics --scope events:read --expires-at soon | 2 | is not an RFC 3339 timestamp",
                "key label acc_demo key_other Other                        | 1 | The account acc_demo has no key key_other",
                "key expire acc_demo key_demo                              | 2 | either --at TIME, or --never",
                "key expire acc_demo key_demo --never --at 2026-01-01T00:00:00Z | 2 | either --at TIME, or --never",
                "key expire acc_demo key_other --never                     | 1 | The account acc_demo has no key key_other",
                "account limit acc_demo                                   | 2 | Say which limit",
                "account limit acc_demo --requests-per-second 0            | 2 | --requests-per-second is 1 to 10000",
                "account limit acc_demo --webhooks 5001                    | 2 | --webhooks is 0 to 5000",
                "account limit acc_demo --webhooks many                    | 2 | is not a whole number, nor the word default",
                "account limit acc_nobody --webhooks 1                     | 1 | There is no account acc_nobody.",
                "account mails acc_demo                                    | 2 | either --without KIND, or --all",
                "account mails acc_demo --all --without key_issued         | 2 | either --without KIND, or --all",
                "account mails acc_demo --without disabled                 | 2 | --without",
                "account mails acc_nobody --all                            | 1 | There is no account acc_nobody.",
                "audit list acc_nobody                                     | 1 | There is no account acc_nobody.",
                "audit list acc_demo --limit 0                             | 2 | --limit is 1 to 100000",
                "key roll acc_other key_demo                               | 1 | The account acc_other has no key key_demo",
                "key roll acc_demo key_demo --expires-in soon              | 2 | is not a time such as 30m, 24h or 7d, or 0",
                "dead-letters explain everything                           | 2 | there are changes, deliveries, retries",
                "dead-letters redrive                                      | 2 | QUEUE",
                "dead-letters redrive changes --max many                   | 2 | --max",
                "dead-letters list --stack prod                            | 2 | either --stack NAME, or --local",
                "fan-out --since yesterday --until 2026-01-01T00:00:00Z    | 2 | is not an RFC 3339 timestamp",
                "fan-out --since 2026-01-02T00:00:00Z --until 2026-01-01T00:00:00Z | 2 | must be later than",
                "fan-out --since 2026-01-01T00:00:00Z --until 2026-01-02T00:00:00Z --clinic cln_1 | 2 | give its --account",
                "fan-out --since 2026-01-01T00:00:00Z --until 2026-01-02T00:00:00Z --per-second 0 | 2 | 1 to 100",
                "fan-out --since 2026-01-01T00:00:00Z --until 2026-01-02T00:00:00Z --account acc_nobody | 1 | There is no account",
                "fan-out --since 2026-01-01T00:00:00Z --until 2026-01-02T00:00:00Z --account acc_demo --webhook whk_1 | 1 | has no webhook whk_1",
                "fan-out --since 2026-01-01T00:00:00Z --until 2026-01-02T00:00:00Z --account acc_demo --clinic cln_elsewhere | 1 | has no clinic",
                "usage export --month 2026-10                              | 2 | either an ACCOUNT, or --all-accounts",
                "usage export acc_demo --all-accounts --month 2026-10      | 2 | either an ACCOUNT, or --all-accounts",
                "usage export acc_demo                                     | 2 | --month",
                "usage export acc_demo --month 2026-13                     | 2 | is not a month, such as 2026-11",
                "usage export acc_nobody --month 2026-10                   | 1 | There is no account acc_nobody.",
                "usage recount acc_demo --from 2026-10-01                  | 2 | --to",
                "usage recount acc_demo --from 2026-10-02 --to 2026-10-01  | 2 | must not be earlier than --from",
                "usage recount acc_demo --from october --to 2026-10-01     | 2 | is not a day as YYYY-MM-DD",
                "usage recount acc_demo --from 2026-01-01 --to 2126-01-01  | 1 | once it has begun",
                "usage recount acc_demo --from 2020-01-01 --to 2020-01-02  | 1 | can no longer all be read",
                "usage recount acc_nobody --from 2026-01-01 --to 2026-01-01 | 1 | There is no account acc_nobody.",
                "nonsense                                                  | 2 | nonsense",
            })
    void invalidCommandFailsWithOneSentence(String arguments, int status, String sentence) {
        OperatorCalls.Ran ran = operator.execute(arguments.strip().split(" +"));
        assertThat(ran.status()).as(ran.err()).isEqualTo(status);
        assertThat(ran.err().strip()).contains(sentence).doesNotContain("\n", "Exception");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void commandWithoutALocalCloudSaysHowToStartOne(@TempDir Path empty) {
        OperatorCalls.Ran ran = new OperatorCalls(empty.resolve("nothing.json")).execute("account", "list");
        assertThat(ran.status()).isEqualTo(1);
        assertThat(ran.err())
                .contains("start the local cloud with ./mvnw -q -Plocal")
                .doesNotContain("Exception");
    }

    private static int record(Target target, String secret, String clinic) {
        return target.account()
                .send(
                        "POST",
                        "/v1/events",
                        Map.of("Authorization", "Bearer " + secret, "Content-Type", "application/json"),
                        ChangeSamples.cancelled(clinic, "prv_1"))
                .status();
    }

    private static String field(String json, String name) throws IOException {
        JsonNode value = JSON.readTree(json).path(name);
        assertThat(value.isTextual()).as(name).isTrue();
        return value.textValue();
    }
}
