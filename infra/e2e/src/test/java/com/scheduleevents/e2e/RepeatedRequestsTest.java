package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that requests with an Idempotency-Key can be repeated, and changes of one version refused, with the permissions that the functions have. */
@RequiresCapability(SharedClouds.STANDARD)
class RepeatedRequestsTest {

    @Test
    void repeatChangesNothing(Target target) {
        ApiClientAccount account = target.account();
        String type = "appointment.confirmed";
        ReceiverInbox inbox = ReceiverInbox.open(target, "repeated", List.of(type), "cln_oldtown");
        String since = Instant.now().toString();
        String event = account.record(ChangeSamples.of(type, "cln_oldtown", "prv_repeated"));
        Await.await("the delivery").until(() -> inbox.accepted(event));
        String webhook = "/v1/webhooks/" + inbox.webhook();

        String ping =
                twice(account, webhook + "/ping", "", 202).path("event_id").asText();
        String test = twice(account, webhook + "/test", "{\"type\":\"" + type + "\"}", 202)
                .path("event_id")
                .asText();
        String redelivery = webhook + "/deliveries/" + event;
        twice(account, redelivery + "/redeliver", "", 202);
        Await.await("the ping, the test event and the redelivery")
                .until(() -> inbox.accepted(ping)
                        && inbox.accepted(test)
                        && inbox.deliveriesOf(event).size() == 2);
        twice(account, webhook + "/replays", "{\"since\":\"" + since + "\"}", 202);
        assertThat(account.walk(webhook + "/replays?limit=10")).hasSize(1);
        Await.await("the replay").until(() -> inbox.deliveriesOf(event).size() == 3);
        assertThat(inbox.deliveriesOf(ping)).hasSize(1);
        assertThat(inbox.deliveriesOf(test)).hasSize(1);

        twice(account, redelivery + "/dismiss", "", 200);
        String enable = UUID.randomUUID().toString();
        post(account, webhook + "/enable", "", enable);
        twice(account, webhook + "/disable", "", 200);
        assertThat(post(account, webhook + "/enable", "", enable)
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("disabled");
        assertThat(post(account, webhook + "/ping", "", enable)
                        .json()
                        .at("/error/code")
                        .asText())
                .isEqualTo("idempotency_key_reused");
    }

    @Test
    void repeatShowsNoSecret(Target target) {
        ApiClientAccount account = target.account();
        String key = UUID.randomUUID().toString();
        String body = "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"Repeated\"}";
        HttpsResponse issued = post(account, "/v1/api_keys", body, key);
        HttpsResponse again = post(account, "/v1/api_keys", body.replace(",", " , "), key);

        assertThat(issued.status()).as(issued.text()).isEqualTo(201);
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.json().path("id")).isEqualTo(issued.json().path("id"));
        assertThat(again.json().get("secret").isNull()).isTrue();
        account.delete("/v1/api_keys/" + issued.json().path("id").asText());
        assertThat(post(account, "/v1/api_keys", body, key).status()).isEqualTo(404);

        String link = "{\"scopes\":[\"events:read\"],\"clinic_ids\":null}";
        assertThat(post(account, "/v1/console_links", link, key).status()).isEqualTo(409);
        String another = UUID.randomUUID().toString();
        assertThat(post(account, "/v1/console_links", link, another).status()).isEqualTo(201);
        HttpsResponse repeated = post(account, "/v1/console_links", link, another);
        assertThat(repeated.status()).isEqualTo(200);
        assertThat(repeated.json().get("url").isNull()).isTrue();
    }

    @Test
    void refusedRequestLeavesItsKeyFree(Target target) {
        ApiClientAccount account = target.account();
        String webhook = "/v1/webhooks/" + pulled(account);
        account.post(webhook + "/disable", "{}");
        String key = UUID.randomUUID().toString();
        assertThat(post(account, webhook + "/ping", "", key).status()).isEqualTo(409);
        account.post(webhook + "/enable", "{}");
        assertThat(post(account, webhook + "/ping", "", key).status()).isEqualTo(202);
        String wrong = "{\"scopes\":[\"events:read\"],\"clinic_ids\":[\"cln_nowhere\"]}";
        assertThat(post(account, "/v1/api_keys", wrong, "refused").status()).isEqualTo(403);
        account.delete(webhook);
    }

    @Test
    void headerIsRefusedWhereItCouldOnlyMislead(Target target) {
        ApiClientAccount account = target.account();
        String queue = "/v1/webhooks/" + pulled(account) + "/queue";
        Map<String, String> headers = with(account, "Idempotency-Key", "k");
        String acknowledgement = "{\"receipts\":[\"none\"]}";
        for (HttpsResponse refused : List.of(
                account.send("GET", queue, headers, ""),
                account.send("POST", queue + "/ack", headers, acknowledgement),
                account.send("POST", "/v1/events/batch", headers, "{\"data\":[]}"))) {
            assertThat(refused.status()).as(refused.text()).isEqualTo(400);
            assertThat(refused.json().at("/error/param").asText()).isEqualTo("Idempotency-Key");
        }
        account.delete(queue.replace("/queue", ""));
    }

    @Test
    void webhookIsDeletedOnlyAsItWasRead(Target target) {
        ApiClientAccount account = target.account();
        String webhook = "/v1/webhooks/" + pulled(account);
        String tag = account.get(webhook).header("ETag");
        assertThat(account.send("GET", webhook, with(account, "If-None-Match", tag), "")
                        .status())
                .isEqualTo(304);
        account.send("PATCH", webhook, with(account, "If-Match", tag), "{\"description\":\"Theirs\"}");

        HttpsResponse stale = account.send("DELETE", webhook, with(account, "If-Match", tag), "");
        assertThat(stale.status()).as(stale.text()).isEqualTo(412);
        String now = account.get(webhook).header("ETag");
        assertThat(account.send("DELETE", webhook, with(account, "If-Match", now), "")
                        .status())
                .isEqualTo(204);
        assertThat(account.get(webhook).status()).isEqualTo(404);
    }

    private static String pulled(ApiClientAccount account) {
        HttpsResponse registered = account.post(
                "/v1/webhooks", "{\"mode\":\"pull\",\"types\":[\"offer.declined\"],\"clinic_id\":\"cln_oldtown\"}");
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);
        return registered.json().path("id").asText();
    }

    /** Sends a request twice under one key. @return the first response */
    private static JsonNode twice(ApiClientAccount account, String path, String body, int status) {
        String key = UUID.randomUUID().toString();
        HttpsResponse first = post(account, path, body, key);
        HttpsResponse second = post(account, path, body, key);
        assertThat(first.status()).as(first.text()).isEqualTo(status);
        assertThat(second.status()).as(second.text()).isEqualTo(status);
        for (String id : List.of("id", "event_id")) {
            assertThat(second.json().path(id)).isEqualTo(first.json().path(id));
        }
        return first.json();
    }

    private static HttpsResponse post(ApiClientAccount account, String path, String body, String key) {
        return account.send("POST", path, with(account, "Idempotency-Key", key), body);
    }

    private static Map<String, String> with(ApiClientAccount account, String name, String value) {
        Map<String, String> headers = new HashMap<>(account.json());
        headers.put(name, value);
        return headers;
    }
}
