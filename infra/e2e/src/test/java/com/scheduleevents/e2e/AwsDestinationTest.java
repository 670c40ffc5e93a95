package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.standardwebhooks.Webhook;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Tests deliveries to a queue or event bus in the customer's AWS account, which the embedded cloud emulates with its own SQS, a small STS, and a bus
 * whose one rule leads to a queue.
 */
@RequiresCapability(SharedClouds.COMPRESSED)
class AwsDestinationTest {

    @Test
    void consumerReceivesAndVerifiesWhatARoleLetsIn(Target target, StackAccess stack) {
        target.needs(Capability.CUSTOMER_ACCOUNTS);
        String own = target.account().get("/v1/account").json().path("id").asText();
        String queue =
                stack.sqs().createQueue(make -> make.queueName("clinic-events")).queueUrl();
        JsonNode webhook = register(target, "prv_queue", "clinic-events", "only/" + own + "/events");
        String id = webhook.path("id").asText();
        assertThat(webhook.path("url").isNull()).isTrue();

        String event = record(target, "prv_queue");

        Message message = receive(stack, queue);
        Map<String, String> headers = message.messageAttributes().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, header -> header.getValue().stringValue()));
        assertThat(headers)
                .containsOnlyKeys(
                        "webhook-id",
                        "webhook-timestamp",
                        "webhook-signature",
                        "Service-Signature",
                        "Content-Type",
                        "User-Agent",
                        "Service-Attempt")
                .containsEntry("webhook-id", event);
        Map<String, List<String>> signed = headers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
        assertThatCode(() -> new Webhook(webhook.path("secret").asText()).verify(message.body(), signed))
                .doesNotThrowAnyException();
        Await.await("the attempt").until(() -> attempt(target, id, event).isObject());
        JsonNode attempt = attempt(target, id, event);
        assertThat(attempt.path("outcome").asText()).isEqualTo("succeeded");
        assertThat(attempt.path("status_code").asInt()).isEqualTo(200);
        target.account().delete("/v1/webhooks/" + id);
    }

    @Test
    void nothingIsSentByARoleOfAnotherAccountUntilTheRoleIsCorrected(Target target, StackAccess stack) {
        target.needs(Capability.CUSTOMER_ACCOUNTS);
        String own = target.account().get("/v1/account").json().path("id").asText();
        String queue =
                stack.sqs().createQueue(make -> make.queueName("other-events")).queueUrl();
        String id = register(target, "prv_foreign_role", "other-events", "only/acc_somebody_else/events")
                .path("id")
                .asText();

        String event = record(target, "prv_foreign_role");

        Await.await("an attempt").until(() -> attempt(target, id, event).isObject());
        assertThat(attempt(target, id, event).path("outcome").asText()).isEqualTo("no_role");
        assertThat(attempt(target, id, event).path("status_code").asInt()).isEqualTo(403);
        MailTest.patch(
                target,
                "/v1/webhooks/" + id,
                "{\"destination\":" + destination("other-events", "only/" + own + "/events") + "}");
        assertThat(header(receive(stack, queue), "webhook-id")).isEqualTo(event);
        target.account().delete("/v1/webhooks/" + id);
    }

    @Test
    void eventBusGetsEachEventWithItsType(Target target, StackAccess stack) {
        target.needs(Capability.CUSTOMER_ACCOUNTS);
        String own = target.account().get("/v1/account").json().path("id").asText();
        String queue =
                stack.sqs().createQueue(make -> make.queueName("clinic-bus")).queueUrl();
        String bus = "arn:aws:events:eu-central-1:123456789012:event-bus/clinic-bus";
        JsonNode webhook = registerAt(
                target,
                "prv_bus",
                "{\"type\":\"eventbridge\",\"event_bus_arn\":\"" + bus
                        + "\",\"role_arn\":\"arn:aws:iam::123456789012:role/only/" + own + "/bus\"}");
        String id = webhook.path("id").asText();
        assertThat(webhook.at("/destination/event_bus_arn").asText()).isEqualTo(bus);

        String event = record(target, "prv_bus");

        JsonNode arrived = HttpsClient.parsed(receive(stack, queue).body());
        assertThat(arrived.path("source").asText()).isEqualTo("schedule-events");
        assertThat(arrived.path("detail-type").asText()).isEqualTo("appointment.booked");
        assertThat(arrived.path("detail"))
                .isEqualTo(target.account().get("/v1/events/" + event).json());
        Await.await("the attempt").until(() -> attempt(target, id, event).isObject());
        assertThat(attempt(target, id, event).path("outcome").asText()).isEqualTo("succeeded");
        JsonNode registered = target.account()
                .get("/v1/audit_log?limit=100")
                .json()
                .path("data")
                .valueStream()
                .filter(entry -> entry.toString().contains(id))
                .findFirst()
                .orElseThrow();
        assertThat(registered.toString()).contains("events.eu-central-1.amazonaws.com");
        target.account().delete("/v1/webhooks/" + id);
    }

    private static String header(Message message, String name) {
        return Objects.requireNonNull(message.messageAttributes().get(name)).stringValue();
    }

    private static Message receive(StackAccess stack, String queue) {
        List<Message> received = Await.await("a message")
                .until(
                        () -> stack.sqs()
                                .receiveMessage(
                                        receive -> receive.queueUrl(queue).messageAttributeNames("All"))
                                .messages(),
                        messages -> !messages.isEmpty());
        return received.getFirst();
    }

    private static JsonNode attempt(Target target, String webhook, String event) {
        return target.account()
                .get("/v1/webhooks/" + webhook + "/deliveries/" + event)
                .json()
                .at("/attempts/0");
    }

    private static JsonNode register(Target target, String provider, String queue, String role) {
        return registerAt(target, provider, destination(queue, role));
    }

    private static JsonNode registerAt(Target target, String provider, String destination) {
        return target.account()
                .post(
                        "/v1/webhooks",
                        "{\"types\":[\"appointment.booked\"],\"filter\":{\"provider_id\":[\"" + provider
                                + "\"]},\"destination\":" + destination + "}")
                .json();
    }

    /** @param provider whose events no other test records */
    private static String record(Target target, String provider) {
        return target.account().record(ChangeSamples.of("appointment.booked", "cln_harbour", provider));
    }

    private static String destination(String queue, String role) {
        return "{\"type\":\"sqs\",\"queue_url\":\"https://sqs.eu-central-1.amazonaws.com/123456789012/" + queue
                + "\",\"role_arn\":\"arn:aws:iam::123456789012:role/" + role + "\"}";
    }
}
