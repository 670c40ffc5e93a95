package com.scheduleevents.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import cloud.localstack.docker.LocalstackDockerExtension;
import cloud.localstack.docker.annotation.LocalstackDockerProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a producer and an owner do first, on LocalStack. */
@ExtendWith({DockerIsThere.class, LocalstackDockerExtension.class})
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

    private static Map<String, String> deployed = Map.of();

    @BeforeAll
    static void deploy() throws IOException, InterruptedException {
        ProcessBuilder start = new ProcessBuilder(
                        Path.of("start").toAbsolutePath().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        start.environment().put("SKIP_COMPOSE", "yes");
        Process process = start.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        deployed = printed.lines()
                .filter(line -> line.matches("(API|KEY) .+"))
                .collect(Collectors.toMap(line -> line.substring(0, 3), line -> line.substring(4)));
    }

    @Test
    void whatWasRecordedIsInTheFeed() throws IOException, InterruptedException {
        HttpResponse<String> recorded = send("POST", "/v1/events", EVENT);
        assertThat(recorded.statusCode()).as(recorded.body()).isEqualTo(201);
        String id = json(recorded).path("id").asText();

        HttpResponse<String> feed = send("GET", "/v1/events?clinic_id=cln_oldtown", "");

        assertThat(feed.statusCode()).as(feed.body()).isEqualTo(200);
        assertThat(json(feed).path("data").findValuesAsText("id")).contains(id);
    }

    @Test
    void aWebhookIsRegisteredWithASecretAndOneToAPrivateAddressIsRefused() throws IOException, InterruptedException {
        HttpResponse<String> registered =
                send("POST", "/v1/webhooks", "{\"url\":\"https://example.com/hook\",\"types\":[\"*\"]}");
        HttpResponse<String> refused =
                send("POST", "/v1/webhooks", "{\"url\":\"https://127.0.0.1/hook\",\"types\":[\"*\"]}");

        assertThat(registered.statusCode()).as(registered.body()).isEqualTo(201);
        assertThat(json(registered).path("secret").asText()).startsWith("whsec_");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    }

    private static HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(deployed.get("API") + path))
                            .header("Authorization", "Bearer " + deployed.get("KEY"))
                            .header("Content-Type", "application/json")
                            .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    private static JsonNode json(HttpResponse<String> response) throws IOException {
        return new ObjectMapper().readTree(response.body());
    }
}
