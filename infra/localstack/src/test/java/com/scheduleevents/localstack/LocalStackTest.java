package com.scheduleevents.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import cloud.localstack.docker.annotation.LocalstackDockerProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.localstack.DeployedService.ServiceResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a producer and an owner do first, on LocalStack. */
@ExtendWith(LocalStackContainer.class)
@LocalstackDockerProperties(
        imageName = "localstack/localstack",
        imageTag = "4.14.0",
        services = {
            "apigateway",
            "cloudformation",
            "cloudwatch",
            "dynamodb",
            "dynamodbstreams",
            "events",
            "iam",
            "kinesis",
            "kms",
            "lambda",
            "logs",
            "route53",
            "s3",
            "ses",
            "sns",
            "sqs",
            "sts"
        },
        bindMountProvider = OnLocalStack.Mounts.class,
        environmentVariableProvider = OnLocalStack.Variables.class)
final class LocalStackTest {

    private static final String EVENT = """
            {"type":"appointment.cancelled","clinic_id":"cln_oldtown","appointment_id":"apt_1","provider_id":"prv_1",
             "starts_at":"2030-01-15T09:00:00Z","duration_minutes":30,"recoverable":true,"cancelled_by":"patient"}""";

    private static DeployedService service = new DeployedService("", "");

    @BeforeAll
    static void findService() throws IOException, InterruptedException {
        service = DeployedService.find();
    }

    @Test
    void whatWasRecordedIsInTheFeed() throws IOException, InterruptedException {
        String id = recorded();

        ServiceResponse feed = service.get("/v1/events?clinic_id=cln_oldtown&limit=100");

        assertThat(feed.status()).as("%s", feed).isEqualTo(200);
        assertThat(feed.body().path("data").findValuesAsText("id")).contains(id);
    }

    @Test
    void aWebhookToAPrivateAddressIsRefused() throws IOException, InterruptedException {
        ServiceResponse refused = service.post("/v1/webhooks", webhook("https://10.0.0.1/hook"));

        assertThat(refused.status()).as("%s", refused).isEqualTo(400);
    }

    /** No host has this name, so that nobody outside gets a request. */
    @Test
    void eventsAreAttemptedAndTheDeliveryLogSaysHowThatEnded() throws IOException, InterruptedException {
        ServiceResponse registered = service.post("/v1/webhooks", webhook("https://receiver.invalid/hook"));
        assertThat(registered.status()).as("%s", registered).isEqualTo(201);
        assertThat(registered.body().path("secret").asText()).startsWith("whsec_");
        String webhook = "/v1/webhooks/" + registered.body().path("id").asText();

        for (String event : List.of(recorded(), recordedInABatch())) {
            JsonNode attempts = Awaitility.await("an attempt of " + event)
                    .atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(
                            () -> service.get(webhook + "/deliveries/" + event)
                                    .body()
                                    .path("attempts"),
                            found -> !found.isEmpty());
            assertThat(attempts.path(0).path("outcome").asText())
                    .as("%s", attempts)
                    .isEqualTo("dns");
        }
        assertThat(service.delete(webhook)).isEqualTo(204);
    }

    @Test
    void aRequestWithoutAKeyIsUnauthorized() throws IOException, InterruptedException {
        ServiceResponse refused = service.getWithoutKey("/v1/events");

        assertThat(refused.status()).as("%s", refused).isEqualTo(401);
    }

    private static String recorded() throws IOException, InterruptedException {
        ServiceResponse recorded = service.post("/v1/events", EVENT);
        assertThat(recorded.status()).as("%s", recorded).isEqualTo(201);
        return recorded.body().path("id").asText();
    }

    /** A batch is inserted by other calls, which the stream has to contain as well. */
    private static String recordedInABatch() throws IOException, InterruptedException {
        ServiceResponse recorded = service.post("/v1/events/batch", "{\"data\":[{\"event\":" + EVENT + "}]}");
        assertThat(recorded.status()).as("%s", recorded).isEqualTo(200);
        return recorded.body().at("/data/0/event/id").asText();
    }

    private static String webhook(String url) {
        return "{\"url\":\"" + url + "\",\"types\":[\"*\"]}";
    }
}
