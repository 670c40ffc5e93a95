package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.webhook.SigningSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Tests webhooks whose deliveries are pulled. */
@RequiresCapability(SharedClouds.STANDARD)
class PullTest {

    private static final String TYPE = "appointment.cancelled";

    @Test
    void eventIsReturnedSignedUntilItIsAcknowledged(Target target) {
        ApiClientAccount account = target.account();
        JsonNode webhook = register(account, "prv_pulled");
        String queue = queue(webhook);
        String event = account.record(ChangeSamples.cancelled("cln_harbour", "prv_pulled"));

        JsonNode first = Await.await("the delivery")
                .until(() -> pull(account, queue + "?wait=20&visibility=1"), found -> !found.isEmpty())
                .getFirst();

        assertThat(first.at("/headers/webhook-id").asText()).isEqualTo(event);
        assertThat(first.path("body").asText())
                .isEqualTo(account.get("/v1/events/" + event).text());
        assertThat(isSigned(first, webhook.path("secret").asText())).isTrue();
        assertThat(status(account, webhook, event)).isEqualTo("pending");
        assertThat(account.webhook(webhook.path("id").asText())
                        .at("/health/backlog")
                        .asInt())
                .isEqualTo(1);

        JsonNode again = Await.await("the delivery once more")
                .until(() -> pull(account, queue + "?visibility=600"), found -> !found.isEmpty())
                .getFirst();
        assertThat(again.at("/headers/Service-Attempt").asText()).isEqualTo("2");
        assertThat(again.path("receipt")).isEqualTo(first.path("receipt"));
        assertThat(pull(account, queue)).as("while somebody has it").isEmpty();

        acknowledge(account, queue, List.of(first));
        acknowledge(account, queue, List.of(first));
        assertThat(status(account, webhook, event)).isEqualTo("succeeded");
        JsonNode shown = account.webhook(webhook.path("id").asText());
        assertThat(shown.at("/health/backlog").asInt()).isZero();
        assertThat(shown.path("health").hasNonNull("last_pulled_at")).isTrue();
        account.delete("/v1/webhooks/" + webhook.path("id").asText());
        assertThat(account.get(queue).status()).isEqualTo(404);
    }

    @Test
    void pingsTestsRedeliveriesAndReplaysArriveAndDismissedDeliveriesDoNot(Target target) {
        ApiClientAccount account = target.account();
        JsonNode webhook = register(account, "prv_pull_again");
        String path = "/v1/webhooks/" + webhook.path("id").asText();
        String dismissed = account.record(ChangeSamples.cancelled("cln_harbour", "prv_pull_again"));
        Await.await("the delivery")
                .until(() -> status(account, webhook, dismissed).equals("pending"));
        assertThat(account.post(path + "/deliveries/" + dismissed + "/dismiss", "")
                        .status())
                .isEqualTo(200);
        String event = account.record(ChangeSamples.cancelled("cln_harbour", "prv_pull_again"));
        assertThat(takeOne(account, webhook)).isEqualTo(event);

        assertThat(account.post(path + "/ping", "").status()).isEqualTo(202);
        String ping = takeOne(account, webhook);
        assertThat(status(account, webhook, ping)).isEqualTo("succeeded");
        account.post(path + "/test", "{\"type\":\"offer.expired\"}");
        assertThat(takeOne(account, webhook)).endsWith("_test");
        assertThat(atTheSameTime(() -> account.post(path + "/deliveries/" + event + "/redeliver", "")
                        .status()))
                .containsOnly(202);
        assertThat(takeOne(account, webhook)).isEqualTo(event);
        assertThat(account.get(path + "/deliveries/" + event)
                        .json()
                        .path("retry_cycle")
                        .asInt())
                .as("requests before the first attempt are one")
                .isEqualTo(2);
        String since = webhook.path("created_at").asText();
        account.post(path + "/replays", "{\"since\":\"" + since + "\",\"delivery_status\":\"succeeded\"}");
        assertThat(takeOne(account, webhook)).isEqualTo(event);
        assertThat(pull(account, queue(webhook))).isEmpty();
        account.delete(path);
    }

    private static List<Integer> atTheSameTime(Callable<Integer> request) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(Collections.nCopies(20, request)).stream()
                    .map(Future::resultNow)
                    .toList();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void onlyKeysThatSeeTheWebhookAndHaveTheScopePull(Target target) {
        ApiClientAccount account = target.account();
        JsonNode webhook = register(account, "prv_pull_hidden");
        account.record(ChangeSamples.cancelled("cln_harbour", "prv_pull_hidden"));
        Await.await("the delivery")
                .until(() -> account.webhook(webhook.path("id").asText())
                                .at("/health/backlog")
                                .asInt()
                        == 1);
        ApiClientAccount narrow = key(target, "[\"webhooks:pull\"]", "[\"cln_station\"]");
        ApiClientAccount blunt = key(target, "[\"webhooks:read\",\"webhooks:write\",\"events:read\"]", "null");
        ApiClientAccount consumer = key(target, "[\"webhooks:pull\"]", "[\"cln_harbour\",\"cln_station\"]");

        for (ApiClientAccount stranger : List.of(narrow, target.otherAccount())) {
            assertThat(stranger.get(queue(webhook)).status()).isEqualTo(404);
            assertThat(stranger.post(queue(webhook) + "/ack", "{\"receipts\":[\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}")
                            .status())
                    .isEqualTo(404);
        }
        assertThat(blunt.get(queue(webhook)).status()).isEqualTo(403);
        assertThat(pull(consumer, queue(webhook))
                        .getFirst()
                        .at("/headers/Service-Attempt")
                        .asText())
                .as("nobody has pulled it before")
                .isEqualTo("1");
        account.delete("/v1/webhooks/" + webhook.path("id").asText());
    }

    /** Only events of the provider, because other tests record events too. */
    private static JsonNode register(ApiClientAccount account, String provider) {
        HttpsResponse response = account.post("/v1/webhooks", """
                {"mode":"pull","types":["%s"],"clinic_id":"cln_harbour","filter":{"provider_id":["%s"]}}""".formatted(TYPE, provider));
        assertThat(response.status()).as(response.text()).isEqualTo(201);
        return response.json();
    }

    private static String queue(JsonNode webhook) {
        return "/v1/webhooks/" + webhook.path("id").asText() + "/queue";
    }

    private static List<JsonNode> pull(ApiClientAccount account, String path) {
        HttpsResponse response = account.get(path);
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.json().path("data").valueStream().toList();
    }

    private static void acknowledge(ApiClientAccount account, String queue, List<JsonNode> deliveries) {
        String receipts = deliveries.stream()
                .map(delivery -> delivery.path("receipt").toString())
                .collect(Collectors.joining(",", "{\"receipts\":[", "]}"));
        assertThat(account.post(queue + "/ack", receipts).status()).isEqualTo(204);
    }

    /** Pulls and acknowledges the next delivery. @return its event */
    private static String takeOne(ApiClientAccount account, JsonNode webhook) {
        List<JsonNode> found = Await.await("a delivery")
                .until(() -> pull(account, queue(webhook) + "?limit=1&wait=5&visibility=600"), some -> !some.isEmpty());
        acknowledge(account, queue(webhook), found);
        return found.getFirst().at("/headers/webhook-id").asText();
    }

    private static String status(ApiClientAccount account, JsonNode webhook, String event) {
        return account.get("/v1/webhooks/" + webhook.path("id").asText() + "/deliveries/" + event)
                .json()
                .path("status")
                .asText();
    }

    private static ApiClientAccount key(Target target, String scopes, String clinics) {
        HttpsResponse made =
                target.account().post("/v1/api_keys", "{\"scopes\":%s,\"clinic_ids\":%s}".formatted(scopes, clinics));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return target.withKey(made.json().path("secret").asText());
    }

    private static boolean isSigned(JsonNode delivery, String secret) {
        String body = delivery.path("body").asText();
        JsonNode headers = delivery.path("headers");
        String stamp = headers.path("webhook-timestamp").asText();
        String standard = Base64.getEncoder()
                .encodeToString(hmac(
                        Base64.getDecoder().decode(secret.substring(SigningSecret.PREFIX.length())),
                        headers.path("webhook-id").asText() + "." + stamp + "." + body));
        String service = HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), stamp + "." + body));
        return headers.path("webhook-signature").asText().equals("v1," + standard)
                && headers.path("Service-Signature").asText().equals("t=" + stamp + ",v1=" + service);
    }

    private static byte[] hmac(byte[] key, String content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
