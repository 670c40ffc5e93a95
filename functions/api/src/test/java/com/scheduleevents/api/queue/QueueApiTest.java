package com.scheduleevents.api.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Signatures;
import com.scheduleevents.domain.delivery.SignedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QueueApiTest extends QueueApiFixture {

    @Test
    void returnsTheRequestThatWouldHaveBeenSentWithItsReceipt() throws Exception {
        Event event = add(1).getFirst();

        JsonNode data = pull("").json().get("data");

        assertThat(data).hasSize(1);
        JsonNode delivery = data.get(0);
        assertThat(delivery.get("body").textValue()).isEqualTo(event.json());
        assertThat(delivery.get("receipt").asText())
                .isEqualTo("rcp_1_1_" + event.id().value().substring(4));
        Map<?, ?> headers = new ObjectMapper().treeToValue(delivery.get("headers"), Map.class);
        DeliveryMessage message = DeliveryMessage.first(stored(), event, START);
        assertThat(headers)
                .isEqualTo(SignedDelivery.of(message.payload(), PayloadStyle.FULL, 1, START, List.of(SECRET))
                        .headers());
        assertThat(headers.keySet().stream().map(Object::toString))
                .containsExactlyInAnyOrder(
                        "Content-Type",
                        "User-Agent",
                        "Service-Signature",
                        "Service-Attempt",
                        "webhook-id",
                        "webhook-timestamp",
                        "webhook-signature");
    }

    /** What waits is the whole event, so that it follows the setting at the time of the pull. */
    @Test
    void returnsThinDeliveriesWhileItsWebhookIsThin() {
        EventId id = EventId.mint(START, new Random(7));
        String four = "\"id\":\"" + id.value()
                + "\",\"type\":\"offer.created\",\"clinic_id\":\"cln_1\",\"created_at\":\"2026-11-21T00:00:00.000Z\"";
        Event event = new Event(id, "offer.created", new ClinicId("cln_1"), "{" + four + ",\"provider_id\":\"prv_7\"}");
        queue.add(DeliveryMessage.first(stored(), event, START), START);

        carry(PayloadStyle.THIN);
        JsonNode thin = pull("visibility=1").json().at("/data/0");
        now = now.plusSeconds(2);
        carry(PayloadStyle.FULL);
        JsonNode full = pull("visibility=1").json().at("/data/0");

        assertThat(thin.path("body").textValue()).isEqualTo("{" + four + "}");
        assertThat(thin.at("/headers/Service-Signature").textValue())
                .isEqualTo(Signatures.headers(id.value(), START, "{" + four + "}", List.of(SECRET))
                        .get("Service-Signature"));
        assertThat(full.path("body").textValue()).isEqualTo(event.json());
    }

    private void carry(PayloadStyle style) {
        Webhook webhook = stored();
        WebhookSettings settings = new WebhookSettings(
                webhook.url(),
                webhook.types(),
                Set.of(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                style,
                Optional.empty(),
                false,
                Optional.empty());
        webhooks.update(webhook, webhook.with(settings, now));
    }

    /** Its response has no body: a monitor would hide deliveries that nobody gets. */
    @Test
    void headTakesNothing() {
        add(1);

        ApiResponse head = send(ApiRequest.of(Callers.FULL, "HEAD", "/webhooks/{webhook_id}/queue")
                .path("webhook_id", PULLED.value()));

        assertThat(head.status()).isEqualTo(200);
        assertThat(receipts(pull(""))).hasSize(1);
    }

    @Test
    void returnsWhatIsNotAcknowledgedAgainAndCountsIt() {
        add(3);
        List<String> first = receipts(pull("limit=2"));
        assertThat(acknowledge(first.subList(0, 1)).status()).isEqualTo(204);
        assertThat(receipts(pull("limit=1&visibility=5"))).hasSize(1);

        now = now.plusSeconds(62);
        JsonNode again = pull("").json().get("data");

        assertThat(again.valueStream()
                        .map(delivery -> delivery.at("/headers/Service-Attempt").asText()))
                .containsExactly("2", "2");
        assertThat(again.get(0).get("receipt").asText()).isEqualTo(first.get(1));
        assertThat(acknowledge(first).status()).as("once more, and late").isEqualTo(204);
        now = now.plusSeconds(62);
        assertThat(receipts(pull(""))).hasSize(1);
        assertThat(log.find(PULLED, event(first.getFirst())).orElseThrow().status())
                .isEqualTo(DeliveryStatus.SUCCEEDED);
    }

    @Test
    void disabledWebhookHasNothingToPullAndWhatWasPulledIsAcknowledged() {
        add(1);
        List<String> pulled = receipts(pull(""));
        Webhook read = stored();
        meanwhile = () -> webhooks.update(read, read.disabled(new Disabling.Requested(now)));

        pull("wait=1").assertError(409, "webhook_disabled", "webhook_id");
        assertThat(acknowledge(pulled).status()).isEqualTo(204);
        assertThat(log.find(PULLED, event(pulled.getFirst()))).isPresent();

        Webhook disabled = stored();
        webhooks.update(disabled, disabled.enabled(Instant.EPOCH));
        assertThat(receipts(pull(""))).as("of the next generation").isEmpty();
    }

    /** API Gateway may let the key through for a minute after that. */
    @Test
    void nothingIsPulledFromTheMomentTheAccountIsSuspended() {
        meanwhile = () -> {
            add(1);
            Webhook read = stored();
            webhooks.update(read, read.asSuspended(START));
        };

        pull("wait=1").assertError(403, "account_suspended", "-");
        pull("").assertError(403, "account_suspended", "-");

        Webhook suspended = stored();
        webhooks.update(suspended, suspended.resumed(now));
        assertThat(receipts(pull(""))).hasSize(1);
    }

    @Test
    void deliveryOfAClinicThatTheKeyOfTheWebhookDoesNotSeeAnyMoreIsRemoved() {
        add(1);
        Webhook read = stored();
        meanwhile = () -> webhooks.update(
                read, read.seeing(new Clinics.Listed(Set.of(new ClinicId("cln_oldtown"))), Instant.EPOCH));
        receipts(pull("visibility=1"));

        now = now.plusSeconds(2);
        meanwhile.run();

        assertThat(receipts(pull(""))).isEmpty();
        assertThat(aws.backlog().anyOf(PULLED, 1)).isFalse();
    }

    @Test
    void remembersThatSomebodyPulledOncePerHour() {
        pull("");
        assertThat(stored().health().circuit()).isEqualTo(new Circuit.Pulled(Optional.of(START)));
        long revision = stored().health().revision();
        now = now.plusSeconds(3_599);
        pull("");
        assertThat(stored().health().revision()).isEqualTo(revision);
    }

    @Test
    void doesNotRevealAWebhookThatTheKeyDoesNotSee() {
        add(1);
        for (Caller caller : List.of(Callers.OTHER, Callers.HARBOUR)) {
            for (WebhookId id : List.of(PULLED, PUSHED, new WebhookId("whk_unknown"))) {
                send(request(caller, "GET", "", id.value())).assertError(404, "not_found", "webhook_id");
                send(request(caller, "POST", "/ack", id.value())
                                .json("{\"receipts\":[\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}"))
                        .assertError(404, "not_found", "webhook_id");
            }
        }
        assertThat(receipts(pull(""))).as("nobody has pulled it").hasSize(1);
    }

    @Test
    void needsTheScope() {
        send(request(Callers.POWERLESS, "GET", "", PULLED.value())).assertError(403, "missing_scope", "-");
    }

    @Test
    void webhookWithAUrlHasNoQueue() {
        send(request(Callers.FULL, "GET", "", PUSHED.value())).assertError(409, "not_a_pull_webhook", "webhook_id");
        send(request(Callers.FULL, "POST", "/ack", PUSHED.value())
                        .json("{\"receipts\":[\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}"))
                .assertError(409, "not_a_pull_webhook", "webhook_id");
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=101, limit",
        "wait=21, wait",
        "wait=-1, wait",
        "wait=1.5, wait",
        "visibility=0, visibility",
        "visibility=3601, visibility"
    })
    void namesTheInvalidParameter(String query, String param) {
        pull(query).assertError(400, "invalid_parameter", param);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"receipts\":[]}",
                "{\"receipts\":\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"}",
                "{\"receipts\":[\"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}",
                "{\"receipts\":[\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\",\"rcp_1_1_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB\"]}"
            })
    void namesInvalidReceipts(String body) {
        send(request(Callers.FULL, "POST", "/ack", PULLED.value()).json(body))
                .assertError(400, "invalid_field", "receipts");
    }

    @Test
    void refusesMoreThanAHundredReceipts() {
        List<String> many = IntStream.range(0, 101)
                .mapToObj(n ->
                        "rcp_1_1_" + EventId.mint(START, new Random(n)).value().substring(4))
                .toList();
        acknowledge(many).assertError(400, "invalid_field", "receipts");
        assertThat(acknowledge(many.subList(0, 100)).status())
                .as("of deliveries that do not wait")
                .isEqualTo(204);
    }
}
