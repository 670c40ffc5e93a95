package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.docs.RecipesPage;
import com.scheduleevents.docs.RecipesPage.Recipe;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.local.CloudDescription;
import com.scheduleevents.local.LocalCloud;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import com.stripe.net.Webhook.Util;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the receivers of docs/receiving-webhooks/frameworks.md with their frameworks, which it installs, and has the sender of the
 * local cloud deliver to them; and the consumer of docs/api/pulling.md, which pulls. Needs {@code python3}, {@code node}, {@code npm} and
 * {@code go}.
 */
@Tag("recipes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class RecipesTest {

    @RegisterExtension
    static final CloudLog LOG = CloudLog.of("recipes");

    private static final RecipesPage PAGE = RecipesPage.read();

    private final AtomicReference<LocalCloud> cloud = new AtomicReference<>();

    @BeforeAll
    void startCloud() {
        cloud.set(SharedClouds.start(SharedClouds.options("recipes")
                .withTrust(LocalEndpoint.authority())
                .withRetryWindow(Duration.ofMinutes(15))));
    }

    @AfterAll
    void stopCloud() {
        cloud.get().close();
    }

    static List<Recipe> recipes() {
        return PAGE.recipes().stream().filter(Recipe::isRun).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recipes")
    void receiverStoresAnEventOnceAndRefusesWhatIsNotSigned(Recipe recipe) throws Exception {
        ApiClientAccount account = Target.of(cloud.get().description()).account();
        AtomicReference<RecipeProcess> started = new AtomicReference<>();
        try (LocalEndpoint endpoint =
                LocalEndpoint.trusted(request -> started.get().forward(request))) {
            JsonNode webhook = account.register(endpoint.url(), List.of("*"));
            String id = webhook.path("id").asText();
            String secret = webhook.path("secret").asText();
            try (RecipeProcess receiver = RecipeProcess.receiver(recipe, PAGE.table(), secret)) {
                started.set(receiver);
                String event = account.record(ChangeSamples.cancelled("cln_harbour", "prv_recipe"));
                awaitSuccesses(account, id, event, 1);
                assertThat(account.post("/v1/webhooks/" + id + "/deliveries/" + event + "/redeliver", "")
                                .status())
                        .isEqualTo(202);
                awaitSuccesses(account, id, event, 2);

                ServerRequest delivery = endpoint.requests().getLast();
                assertThat(receiver.stored()).containsExactly(delivery.text());

                String changed = delivery.text().replace("\"patient\"", "\"clinic\"");
                assertThat(changed).isNotEqualTo(delivery.text());
                assertThat(receiver.send(
                                changed,
                                delivery.headers().stream()
                                        .filter(header ->
                                                header.name().matches("(?i)(service|webhook)-.*|content-type"))
                                        .toList()))
                        .as("a changed body")
                        .isEqualTo(400);
                Instant now = Instant.now();
                assertThat(receiver.send("{}", List.of(new Header("Content-Type", "application/json"))))
                        .as("no signature")
                        .isEqualTo(400);
                String foreign = "whsec_" + "B".repeat(44);
                assertThat(sendSigned(receiver, foreign, now))
                        .as("a foreign secret")
                        .isEqualTo(400);
                assertThat(sendSigned(receiver, secret, now.minusSeconds(310)))
                        .as("an old timestamp")
                        .isEqualTo(400);
                assertThat(receiver.stored()).containsExactly(delivery.text());
                assertThat(sendSigned(receiver, secret, now))
                        .as("the same, fresh")
                        .isEqualTo(204);
                assertThat(receiver.stored()).containsExactlyInAnyOrder(delivery.text(), body());
            }
            assertThat(account.delete("/v1/webhooks/" + id).status()).isEqualTo(204);
        }
    }

    @Test
    void consumerStoresAnEventOnceAndAcknowledgesIt() throws Exception {
        CloudDescription running = cloud.get().description();
        ApiClientAccount account = Target.of(running).account();
        HttpsResponse registered = account.post(
                "/v1/webhooks",
                "{\"mode\":\"pull\",\"types\":[\"appointment.cancelled\"],\"filter\":{\"provider_id\":[\"prv_consumer\"]}}");
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);
        String id = registered.json().path("id").asText();
        Map<String, String> variables = Map.of(
                "API", running.api().toString(),
                "KEY", running.apiKey(),
                "WEBHOOK_ID", id,
                "WEBHOOK_SECRET", registered.json().path("secret").asText());
        try (RecipeProcess consumer = RecipeProcess.start(RecipesPage.consumer(), PAGE.table(), variables)) {
            String event = account.record(ChangeSamples.cancelled("cln_harbour", "prv_consumer"));
            awaitAcknowledgement(account, consumer, "/v1/webhooks/" + id + "/deliveries/" + event, 1);
            assertThat(account.post("/v1/webhooks/" + id + "/deliveries/" + event + "/redeliver", "")
                            .status())
                    .isEqualTo(202);
            awaitAcknowledgement(account, consumer, "/v1/webhooks/" + id + "/deliveries/" + event, 2);
            assertThat(consumer.stored())
                    .containsExactly(account.get("/v1/events/" + event).text());
        }
        assertThat(account.delete("/v1/webhooks/" + id).status()).isEqualTo(204);
    }

    private static void awaitAcknowledgement(
            ApiClientAccount account, RecipeProcess consumer, String delivery, int cycle) {
        Await.await("the acknowledgement").until(() -> {
            consumer.assertRunning();
            JsonNode found = account.get(delivery).json();
            return found.path("status").asText().equals("succeeded")
                    && found.path("retry_cycle").asInt() == cycle;
        });
    }

    private static void awaitSuccesses(ApiClientAccount account, String webhook, String event, int count) {
        Await.await(count + " successful attempts")
                .until(() -> account.attempts(webhook, event).stream()
                                .filter(attempt ->
                                        attempt.path("outcome").asText().equals("succeeded"))
                                .count()
                        == count);
    }

    private static String body() {
        return "{\"id\":\"evt_signed_by_the_test\",\"type\":\"appointment.cancelled\"}";
    }

    private static int sendSigned(RecipeProcess receiver, String secret, Instant time)
            throws EmptyWebhookSecretException, WebhookSigningException, NoSuchAlgorithmException, InvalidKeyException {
        String seconds = Long.toString(time.getEpochSecond());
        String id = "evt_signed_by_the_test";
        return receiver.send(
                body(),
                List.of(
                        new Header("Content-Type", "application/json"),
                        new Header(
                                "Service-Signature",
                                "t=" + seconds + ",v1=" + Util.computeHmacSha256(secret, seconds + "." + body())),
                        new Header("webhook-id", id),
                        new Header("webhook-timestamp", seconds),
                        new Header("webhook-signature", new Webhook(secret).sign(id, time.getEpochSecond(), body()))));
    }
}
