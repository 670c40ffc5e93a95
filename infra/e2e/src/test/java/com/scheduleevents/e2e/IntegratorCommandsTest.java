package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.IntegratorCalls.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands of the command line for integrators on a running cloud. */
@RequiresCapability(SharedClouds.STANDARD)
class IntegratorCommandsTest {

    private static final String TYPE = "offer.declined";

    @TempDir
    Path home = Path.of("");

    @Test
    void webhookIsRegisteredTestedChangedAndDeleted(Target target) {
        String url = target.receiver().resolve("/hooks/commands").toString();
        JsonNode created = json(target, "webhooks", "create", "--url", url, "--types", TYPE, "--clinic", "cln_station");
        String id = created.path("id").asText();
        assertThat(created.path("secret").asText()).startsWith("whsec_");
        assertThat(run(target, "webhooks", "list", "--all")).contains(id, "active", "closed");

        String tested =
                run(target, "webhooks", "test", id, "--type", "offer.created", "--set", "provider_id=prv_tested");
        assertThat(tested)
                .containsPattern("status +succeeded")
                .containsPattern("event id +evt_\\w+_test")
                .containsPattern("event type +offer.created");

        assertThat(run(target, "webhooks", "ping", id))
                .containsPattern("status +succeeded")
                .containsPattern("event type +webhook.ping");

        json(target, "webhooks", "update", id, "--description", "Front desk", "--set", "max_per_second=50");
        assertThat(run(target, "webhooks", "get", id)).contains("Front desk").containsPattern("max per second +50");
        JsonNode filtered = json(
                target,
                "webhooks",
                "update",
                id,
                "--max-per-second",
                "40",
                "--filter",
                "{\"provider_id\":[\"prv_1\"]}");
        assertThat(filtered.path("max_per_second").asInt()).isEqualTo(40);
        assertThat(filtered.at("/filter/provider_id/0").asText()).isEqualTo("prv_1");
        assertThat(json(target, "webhooks", "rotate", id, "--expires-in", "1h").path("secret"))
                .isNotEqualTo(created.path("secret"));
        assertThat(json(target, "webhooks", "disable", id).path("status").asText())
                .isEqualTo("disabled");
        assertThat(execute(target, "", "webhooks", "test", id).err()).contains("webhook_disabled");
        assertThat(json(target, "webhooks", "enable", id).path("status").asText())
                .isEqualTo("active");

        String read = etag(target, id);
        json(target, "webhooks", "update", id, "--description", "Changed since");
        Ended stale = execute(target, "", "webhooks", "delete", id, "--yes", "--if-match", read);
        assertThat(stale.status()).isEqualTo(1);
        assertThat(stale.err()).contains("precondition_failed", "clinic-events webhooks get " + id);
        run(target, "webhooks", "delete", id, "--yes", "--if-match", etag(target, id));
        assertThat(execute(target, "", "webhooks", "get", id).err()).contains("not_found");
    }

    @Test
    void fileOfWebhooksIsAppliedAndTheSecondTimeChangesNothing(Target target) throws IOException {
        String own = "applied-" + UUID.randomUUID();
        String text = """
                webhooks:
                  - external_id: OWN/desk
                    url: URL
                    types: [offer.created, offer.declined]
                    clinic_ids: [cln_station]
                    filter: {provider_id: [prv_2, prv_1]}
                    headers: {X-Key: hunter2}
                    description: Desk
                    max_per_second: 5
                    metadata: {team: scheduling, empty: ""}
                  - {external_id: OWN/pulled, mode: pull, types: ["*"]}
                """.replace("OWN", own)
                .replace("URL", target.receiver().resolve("/hooks/applied").toString());
        Path file = Files.writeString(home.resolve("webhooks.yaml"), text);
        String secrets = home.resolve("secrets.jsonl").toString();
        Ended created = execute(target, "", "apply", file.toString(), "--yes", "--secrets", secrets);
        assertThat(created.status()).as(created.err()).isZero();
        assertThat(created.err()).contains("2 to create").doesNotContain("whsec_");
        List<JsonNode> written = Files.readAllLines(Path.of(secrets)).stream()
                .map(HttpsClient::parsed)
                .toList();
        assertThat(written)
                .extracting(line -> line.path("external_id").asText())
                .containsExactly(own + "/desk", own + "/pulled");

        Ended again = execute(target, "", "apply", file.toString());
        assertThat(again.status()).as(again.err()).isZero();
        assertThat(again.err()).contains("0 to create, 0 to change, 2 unchanged");

        Files.writeString(
                file, text.replace("team: scheduling", "team: desk").replace("max_per_second: 5", "max_per_second: 6"));
        run(target, "apply", file.toString(), "--yes");
        JsonNode desk =
                json(target, "webhooks", "list", "--external-id", own + "/desk").path(0);
        assertThat(desk.path("id")).isEqualTo(written.getFirst().path("webhook_id"));
        assertThat(desk.at("/metadata/team").asText()).isEqualTo("desk");
        assertThat(desk.path("max_per_second").asInt()).isEqualTo(6);
        assertThat(execute(target, "", "apply", file.toString()).err()).contains("0 to change, 2 unchanged");

        assertThat(execute(target, "", "webhooks", "create", "--pull", "--external-id", own + "/desk")
                        .err())
                .contains("external_id_taken");
        written.forEach(line ->
                run(target, "webhooks", "delete", line.path("webhook_id").asText(), "--yes"));
    }

    @Test
    void triggeredEventIsListedDeliveredSentAgainAndReplayed(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "triggered", List.of(TYPE), "cln_station");
        String webhook = inbox.webhook();
        JsonNode event =
                json(target, "trigger", TYPE, "--set", "clinic_id=cln_station", "--set", "provider_id=prv_cli");
        String id = event.path("id").asText();
        assertThat(event.path("provider_id").asText()).isEqualTo("prv_cli");
        Await.await("the delivery").until(() -> inbox.accepted(id));
        Await.await("the log").until(() -> run(target, "deliveries", "list", webhook, "--status", "succeeded")
                .contains(id));

        assertThat(json(target, "events", "get", id)).isEqualTo(event);
        Await.await("the clinic's feed")
                .until(() -> run(target, "events", "list", "--clinic", "cln_station", "--type", TYPE, "--since", "1h")
                        .contains(id));
        assertThat(run(target, "deliveries", "get", webhook, id)).containsPattern("1 +1 +.* succeeded +20");

        run(target, "deliveries", "redeliver", webhook, id);
        Await.await("the repeat").until(() -> inbox.deliveriesOf(id).size() == 2);
        assertThat(run(target, "deliveries", "dismiss", webhook, id)).contains(id);

        String since = event.path("created_at").asText();
        assertThat(json(target, "replay", webhook, "--since", since, "--dry-run")
                        .path("events_matching")
                        .asInt())
                .isPositive();
        Ended replayed = execute(target, "", "replay", webhook, "--since", since);
        assertThat(replayed.status()).as(replayed.err()).isZero();
        assertThat(replayed.err()).contains("100%");
        Await.await("the replay").until(() -> inbox.deliveriesOf(id).size() >= 3);
        String replay = json(target, "replays", "list", webhook).at("/0/id").asText();
        assertThat(json(target, "replays", "get", webhook, replay)
                        .path("status")
                        .asText())
                .isEqualTo("completed");
        assertThat(run(target, "replays", "cancel", webhook, replay)).contains(replay, "completed");
        inbox.delete(target.account());
    }

    @Test
    void realDeliveryVerifiesAndAChangedOneDoesNot(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "verified", List.of(TYPE), "cln_station");
        String secret = json(target, "webhooks", "rotate", inbox.webhook(), "--expires-in", "0")
                .path("secret")
                .asText();
        String id = json(target, "trigger", TYPE, "--set", "clinic_id=cln_station")
                .path("id")
                .asText();
        Await.await("the delivery").until(() -> !inbox.deliveriesOf(id).isEmpty());
        ReceiverInbox.InboxDelivery delivery = inbox.deliveriesOf(id).getFirst();
        String headers = Stream.of(
                        "service-signature", "webhook-id", "webhook-timestamp", "webhook-signature", "content-type")
                .map(name -> name + ": " + delivery.header(name) + "\r\n")
                .collect(Collectors.joining());
        String captured = "POST /hooks/verified HTTP/1.1\r\n" + headers + "\r\n" + delivery.body();

        assertThat(verify(target, captured, secret)).contains("verified");
        assertThat(verify(target, captured.replace(TYPE, "offer.created"), secret, "--fetch"))
                .contains("body_changed", "as the API has it");
        assertThat(verify(target, captured.replace("\",\"", "\", \""), secret)).contains("body_changed");
        String other = "whsec_" + "A".repeat(44);
        assertThat(verify(target, captured, other)).contains("wrong_secret");
        assertThat(verify(target, captured, other, "--fetch")).contains("wrong_secret");
        assertThat(verify(target, captured, secret, "--at", "2099-01-01T00:00:00Z"))
                .contains("timestamp_old");
        inbox.delete(target.account());
    }

    @Test
    void keyIsIssuedUsedAndRevoked(Target target) {
        JsonNode issued = json(
                target,
                "keys",
                "issue",
                "--scope",
                "events:read",
                "--clinic",
                "cln_station",
                "--description",
                "Commands");
        String id = issued.path("id").asText();
        assertThat(run(target, "keys", "list", "--all")).contains(id, "Commands", "cln_station");
        assertThat(json(target, "keys", "get", id).has("secret")).isFalse();
        Ended refused = execute(
                target, "", "webhooks", "list", "--key", issued.path("secret").asText());
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("missing_scope");
        run(target, "keys", "revoke", id, "--yes");
        assertThat(execute(target, "", "keys", "get", id).err()).contains("not_found");
    }

    @Test
    void profileAndUsage(Target target) {
        Ended added = execute(
                target,
                target.key() + "\n",
                "profiles",
                "add",
                "demo",
                "--in-file",
                "--api",
                target.api().toString());
        assertThat(added.status()).as(added.err()).isZero();
        run(target, "trigger", TYPE, "--profile", "demo", "--set", "clinic_id=cln_station");
        Await.await("today's usage").until(() -> run(target, "usage", "--profile", "demo", "--clinic", "cln_station")
                .contains("cln_station"));
    }

    @Test
    void accountIsShownWithItsTypesChangesAndALinkToItsConsole(Target target) {
        assertThat(json(target, "account").path("clinic_ids").toString()).contains("cln_station");
        assertThat(run(target, "event-types")).contains(TYPE, "webhook.failing");
        assertThat(json(target, "console-links", "create", "--scope", "events:read", "--clinic", "cln_station")
                        .path("url")
                        .asText())
                .contains("/v1/console#token=");
        Await.await("the change").until(() -> run(target, "audit-log").contains("api_key.issued"));
    }

    private String etag(Target target, String webhook) {
        return execute(target, "", "webhooks", "get", webhook).err().strip().replace("ETag: ", "");
    }

    private String verify(Target target, String request, String secret, String... more) {
        String[] arguments = OperatorCalls.with(new String[] {"verify", "--secret", secret}, more);
        Ended ended = execute(target, request, arguments);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.status() == 0).isEqualTo(ended.out().contains("true"));
        return ended.out();
    }

    private JsonNode json(Target target, String... arguments) {
        return HttpsClient.parsed(run(target, OperatorCalls.with(arguments, "--json")));
    }

    private String run(Target target, String... arguments) {
        Ended ended = execute(target, "", arguments);
        assertThat(ended.status()).as(ended.err()).isZero();
        return ended.out();
    }

    private Ended execute(Target target, String input, String... arguments) {
        return new IntegratorCalls(target.api(), target.key(), home).execute(input, arguments);
    }
}
