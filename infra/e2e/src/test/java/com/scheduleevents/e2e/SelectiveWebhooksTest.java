package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what integrators use to try out, to narrow and to understand the deliveries of a webhook. */
@RequiresCapability(SharedClouds.STANDARD)
class SelectiveWebhooksTest {

    private static final String TYPE = "appointment.cancelled";

    @Test
    void filteredWebhookGetsItsProvidersEventsOnlyWithItsHeaders(Target target) {
        // Until it has its filter, of a type that no test records.
        ReceiverInbox inbox = ReceiverInbox.open(target, "selective", List.of("offer.expired"), "cln_harbour");
        String change = """
                {"types":["appointment.cancelled"],"clinic_ids":["cln_harbour","cln_station"],\
                "filter":{"provider_id":["prv_selected"]},"headers":{"X-Api-Key":"of-the-receiver"}}""";
        assertThat(target.account()
                        .send(
                                "PATCH",
                                "/v1/webhooks/" + inbox.webhook(),
                                target.account().json(),
                                change)
                        .status())
                .isEqualTo(200);

        String other = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_left_out"));
        String selected = target.account().record(ChangeSamples.cancelled("cln_station", "prv_selected"));

        Await.await("the selected event").until(() -> inbox.accepted(selected));
        assertThat(inbox.deliveries()).extracting(InboxDelivery::event).containsOnly(selected);
        assertThat(inbox.deliveries().getFirst().header("x-api-key")).isEqualTo("of-the-receiver");
        assertThat(inbox.deliveries().getFirst().verified()).isTrue();
        assertThat(outcome(target, inbox, other).path("reason").asText()).isEqualTo("filtered");
        Await.await("the log").until(() -> outcome(target, inbox, selected)
                .at("/delivery/status")
                .asText()
                .equals("succeeded"));
        inbox.delete(target.account());
    }

    @Test
    void failedAttemptShowsTheResponseToKeysThatMayWriteWebhooks(Target target) {
        ApiClientAccount owner = target.account();
        ReceiverInbox inbox = ReceiverInbox.open(target, "captured", List.of(TYPE), "cln_oldtown");
        String webhook = "/v1/webhooks/" + inbox.webhook();
        HttpsResponse changed = owner.send("PATCH", webhook, owner.json(), """
                {"capture_responses":true,"filter":{"provider_id":["prv_captured"]}}""");
        assertThat(changed.json().path("capture_responses").asBoolean())
                .as(changed.text())
                .isTrue();

        // Events of other tests came before, and must not be those that fail.
        inbox.order("\"do\":\"status\",\"status\":503,\"times\":1");
        String event = owner.record(ChangeSamples.cancelled("cln_oldtown", "prv_captured"));

        Await.await("the captured response").until(() -> responses(owner, inbox, event)
                .anyMatch(response -> response.path("body").asText().equals("As ordered.\n")
                        && response.path("content_type").asText().startsWith("text/plain")));
        HttpsResponse key = owner.post("/v1/api_keys", "{\"scopes\":[\"webhooks:read\"],\"clinic_ids\":null}");
        assertThat(key.status()).as(key.text()).isEqualTo(201);
        ApiClientAccount reader = target.withKey(key.json().path("secret").asText());
        assertThat(reader.attempts(inbox.webhook(), event)).isNotEmpty();
        assertThat(responses(reader, inbox, event)).isEmpty();
        owner.delete("/v1/api_keys/" + key.json().path("id").asText());
        inbox.delete(owner);
    }

    @Test
    void thinWebhookGetsFourFieldsWithWhichItReadsTheRest(Target target) {
        ApiClientAccount owner = target.account();
        ReceiverInbox inbox = ReceiverInbox.open(target, "thin", List.of(TYPE), "cln_oldtown");
        carry(owner, inbox, "thin");

        String event = owner.record(ChangeSamples.cancelled("cln_oldtown", "prv_thin"));

        Await.await("the thin delivery").until(() -> inbox.accepted(event));
        InboxDelivery thin = inbox.deliveriesOf(event).getFirst();
        HttpsResponse whole = owner.get("/v1/events/" + event);
        assertThat(whole.text()).contains("prv_thin");
        assertThat(thin.verified()).isTrue();
        assertThat(thin.body())
                .isEqualTo("{\"id\":\"" + event + "\",\"type\":\"" + TYPE
                        + "\",\"clinic_id\":\"cln_oldtown\",\"created_at\":\""
                        + whole.json().path("created_at").asText() + "\"}");

        carry(owner, inbox, "full");
        // A redelivery that is asked for before the attempt is logged would be the same delivery.
        Await.await("the log")
                .until(() -> !owner.attempts(inbox.webhook(), event).isEmpty());
        HttpsResponse again = owner.post("/v1/webhooks/" + inbox.webhook() + "/deliveries/" + event + "/redeliver", "");
        assertThat(again.status()).as(again.text()).isEqualTo(202);

        Await.await("the whole delivery").until(() -> inbox.deliveriesOf(event).size() > 1);
        InboxDelivery full = inbox.deliveriesOf(event).getLast();
        assertThat(full.verified()).isTrue();
        assertThat(full.body()).isEqualTo(whole.text());
        inbox.delete(owner);
    }

    private static void carry(ApiClientAccount owner, ReceiverInbox inbox, String payload) {
        HttpsResponse changed = owner.send(
                "PATCH", "/v1/webhooks/" + inbox.webhook(), owner.json(), "{\"payload\":\"" + payload + "\"}");
        assertThat(changed.json().path("payload").asText()).as(changed.text()).isEqualTo(payload);
    }

    @Test
    void testEventArrivesSignedAndMarked(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "tested", List.of("offer.expired"), "cln_oldtown");
        HttpsResponse sent =
                target.account().post("/v1/webhooks/" + inbox.webhook() + "/test", "{\"type\":\"" + TYPE + "\"}");
        assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        String event = sent.json().path("event_id").asText();

        Await.await("the test event").until(() -> inbox.accepted(event));
        assertThat(event).endsWith("_test");
        assertThat(inbox.deliveriesOf(event).getFirst().verified()).isTrue();
        assertThat(inbox.deliveriesOf(event).getFirst().header("service-test")).isEqualTo("true");
        Await.await("the log")
                .until(() -> !target.account().attempts(inbox.webhook(), event).isEmpty());
        assertThat(target.account().get("/v1/events/" + event).status()).isEqualTo(404);
        inbox.delete(target.account());
    }

    private static Stream<JsonNode> responses(ApiClientAccount account, ReceiverInbox inbox, String event) {
        return account.attempts(inbox.webhook(), event).stream()
                .map(attempt -> attempt.path("response"))
                .filter(response -> response.isObject());
    }

    private static JsonNode outcome(Target target, ReceiverInbox inbox, String event) {
        return target.account().walk("/v1/events/" + event + "/deliveries?limit=100").stream()
                .filter(row -> row.path("webhook_id").asText().equals(inbox.webhook()))
                .findFirst()
                .orElseThrow();
    }
}
