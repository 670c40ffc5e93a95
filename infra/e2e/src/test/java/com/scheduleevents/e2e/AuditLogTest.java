package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that changes, by whomever, are in the audit log and mailed to the owner, and what a stolen key leaves behind. */
@RequiresCapability(SharedClouds.STANDARD)
class AuditLogTest {

    private OperatorCalls operator = new OperatorCalls(Path.of(""));
    private String account = "";
    private String clinic = "";
    private String other = "";

    @BeforeEach
    void open(StackAccess stack) {
        operator = stack.operator();
        String unique = UUID.randomUUID().toString();
        account = "acc_" + unique;
        clinic = "cln_a" + unique;
        other = "cln_b" + unique;
        operator.run("account", "open", "--id", account, "--email", unique + "@audit.example", "--name", "Audited");
        operator.run("clinic", "add", account, clinic);
        operator.run("clinic", "add", account, other);
    }

    @Test
    void changesOfAWebhookAreListedWithTheirAuthor(Target target) {
        ApiClientAccount owner = target.withKey(secret("--all-clinics"));
        JsonNode webhook = registered(target, owner, clinic);
        String path = "/v1/webhooks/" + webhook.path("id").asText();
        owner.post(path + "/rotate_secret", "");
        owner.post(path + "/disable", "");
        owner.post(path + "/enable", "");
        JsonNode replay = owner.post(
                        path + "/replays",
                        "{\"since\":\"" + webhook.path("created_at").asText() + "\"}")
                .json();
        String cancelled = owner.post(path + "/replays/" + replay.path("id").asText() + "/cancel", "")
                .json()
                .path("status")
                .asText();
        assertThat(owner.delete(path).status()).isEqualTo(204);

        // A replay that was over before it was cancelled has no entry about that.
        List<String> endOfTheReplay = cancelled.equals("cancelled") ? List.of("replay.cancelled") : List.of();
        List<String> expected = Stream.of(
                        List.of("webhook.deleted"),
                        endOfTheReplay,
                        List.of(
                                "replay.started",
                                "webhook.enabled",
                                "webhook.disabled",
                                "webhook.secret_rotated",
                                "webhook.registered",
                                "api_key.issued"))
                .flatMap(List::stream)
                .toList();
        Await.await("the changes").until(() -> actions(owner).equals(expected));
        JsonNode rotated = owner.walk("/v1/audit_log?limit=2").get(expected.indexOf("webhook.secret_rotated"));
        assertThat(rotated.path("webhook_id")).isEqualTo(webhook.path("id"));
        assertThat(rotated.at("/actor/api_key_id")).isEqualTo(webhook.path("created_by"));
        assertThat(rotated.at("/actor/request_id").asText()).isNotEmpty();
        assertThat(operator.run("audit", "list", account)).contains("webhook.secret_rotated", "operator");
        assertThat(operator.run(
                        "audit",
                        "list",
                        account,
                        "--starting-after",
                        rotated.path("id").asText()))
                .contains("webhook.registered")
                .doesNotContain("webhook.secret_rotated", "webhook.deleted");
    }

    @Test
    void keySeesNoChangeOfAnotherClinic(Target target) {
        ApiClientAccount owner = target.withKey(secret("--all-clinics"));
        ApiClientAccount narrow = target.withKey(secret("--clinic", clinic));
        String seen = registered(target, owner, clinic).path("id").asText();
        String hidden = registered(target, owner, other).path("id").asText();

        Await.await("both registrations").until(() -> webhooks(owner).containsAll(List.of(seen, hidden)));
        assertThat(webhooks(narrow)).containsExactly(seen);
    }

    @Test
    void stolenKeyIsMailedAndTakesAlongWhatItMade(Target target) {
        ApiClientAccount owner = target.withKey(secret("--all-clinics"));
        JsonNode stolen = owner.post(
                        "/v1/api_keys", "{\"scopes\":[\"keys:write\",\"webhooks:write\"],\"clinic_ids\":null}")
                .json();
        ApiClientAccount thief = target.withKey(stolen.path("secret").asText());
        JsonNode child = thief.post("/v1/api_keys", "{\"scopes\":[\"keys:write\"],\"clinic_ids\":null}")
                .json();
        JsonNode webhook = registered(target, thief, clinic);

        JsonNode left = owner.delete(
                        "/v1/api_keys/" + stolen.path("id").asText() + "?with_webhooks=true&with_issued_keys=true")
                .json();

        assertThat(left.path("revoked_api_key_ids")).containsExactly(child.path("id"));
        assertThat(left.path("disabled_webhook_ids")).containsExactly(webhook.path("id"));
        assertThat(owner.get("/v1/webhooks/" + webhook.path("id").asText())
                        .json()
                        .path("disabled_reason")
                        .asText())
                .isEqualTo("key_revoked");
        MailboxClient mailbox = new MailboxClient(target);
        Await.await("the e-mail about the key")
                .until(() -> mailbox.naming(child.path("id").asText()).stream()
                        .anyMatch(mail -> mail.path("subject").asText().contains("API key")));
        Await.await("the e-mail about the webhook")
                .until(() -> mailbox.ofRegistration(webhook.path("id").asText()).size() == 1);
        Await.await("the changes")
                .until(() -> actions(owner).stream()
                                .filter("api_key.revoked"::equals)
                                .count()
                        == 2);
    }

    @Test
    void ownerGetsNoMailThatTheAccountDoesWithout(Target target) {
        operator.run("account", "mails", account, "--without", "webhook_registered,url_changed");
        assertThat(operator.run("account", "show", account)).contains("webhook_registered", "url_changed");
        ApiClientAccount owner = target.withKey(secret("--all-clinics"));
        String webhook = registered(target, owner, clinic).path("id").asText();
        owner.post("/v1/webhooks/" + webhook + "/rotate_secret", "");

        MailboxClient mailbox = new MailboxClient(target);
        Await.await("the e-mail about the secret")
                .until(() -> mailbox.naming(webhook).size() == 1);
        assertThat(mailbox.ofRegistration(webhook)).isEmpty();
        operator.run("account", "mails", account, "--all");
        String mailed = registered(target, owner, clinic).path("id").asText();
        Await.await("the e-mail about the webhook")
                .until(() -> mailbox.ofRegistration(mailed).size() == 1);
    }

    @Test
    void operatorRevokesAStolenKeyTogetherWithTheKeysThatItIssued(Target target) {
        JsonNode stolen = issued("--all-clinics");
        ApiClientAccount thief = target.withKey(stolen.path("secret").asText());
        JsonNode child = thief.post("/v1/api_keys", "{\"scopes\":[\"audit:read\"],\"clinic_ids\":null}")
                .json();

        String revoked = operator.run(
                "key", "revoke", account, stolen.path("key").asText(), "--with-webhooks", "--with-issued-keys");

        assertThat(revoked).contains(child.path("id").asText());
        target.needs(Capability.GATEWAY_RESPONSES);
        assertThat(target.withKey(child.path("secret").asText())
                        .get("/v1/audit_log")
                        .status())
                .isEqualTo(401);
    }

    private static List<String> actions(ApiClientAccount account) {
        return account.walk("/v1/audit_log?limit=3").stream()
                .map(entry -> entry.path("action").asText())
                .toList();
    }

    private static List<String> webhooks(ApiClientAccount account) {
        return account.walk("/v1/audit_log").stream()
                .filter(entry -> entry.path("action").asText().equals("webhook.registered"))
                .map(entry -> entry.path("webhook_id").asText())
                .toList();
    }

    private static JsonNode registered(Target target, ApiClientAccount with, String clinic) {
        HttpsResponse response = with.post(
                "/v1/webhooks",
                "{\"url\":\"" + target.receiver().resolve("/hooks/audit") + "\",\"types\":[\"*\"],\"clinic_id\":\""
                        + clinic + "\"}");
        assertThat(response.status()).as(response.text()).isEqualTo(201);
        return response.json();
    }

    private String secret(String... clinics) {
        return issued(clinics).path("secret").asText();
    }

    private JsonNode issued(String... clinics) {
        String[] command = Stream.concat(
                        Stream.of(
                                "key",
                                "issue",
                                account,
                                "--scope",
                                "webhooks:read,webhooks:write,keys:write,audit:read",
                                "--json"),
                        Stream.of(clinics))
                .toArray(String[]::new);
        return HttpsClient.parsed(operator.run(command));
    }
}
