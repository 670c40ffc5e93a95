package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** An inbox of the demo receiver, and the webhook that delivers to it. */
final class ReceiverInbox {

    private final HttpsClient http;
    private final URI receiver;
    private final String name;
    private final String webhook;

    private ReceiverInbox(HttpsClient http, URI receiver, String name, String webhook) {
        this.http = http;
        this.receiver = receiver;
        this.name = name;
        this.webhook = webhook;
    }

    /**
     * Registers a webhook and tells the receiver its secret.
     *
     * @param name unique to the test
     * @param clinic none for all clinics
     */
    static ReceiverInbox open(Target target, String name, List<String> types, String... clinic) {
        return open(target, target.account(), name, types, clinic);
    }

    /** The same for another account. */
    static ReceiverInbox open(
            Target target, ApiClientAccount owner, String name, List<String> types, String... clinic) {
        ReceiverInbox inbox = new ReceiverInbox(target.http(), target.receiver(), name, "");
        JsonNode webhook = owner.register(inbox.url(), types, clinic);
        HttpsResponse response = inbox.http.send(
                "PUT",
                target.receiver().resolve("/secrets/" + name),
                Map.of(),
                "{\"secret\":\"" + webhook.path("secret").asText() + "\"}");
        assertThat(response.status()).isEqualTo(204);
        return new ReceiverInbox(
                inbox.http, target.receiver(), name, webhook.path("id").asText());
    }

    /** An inbox that was opened before. */
    static ReceiverInbox at(Target target, String name, String webhook) {
        return new ReceiverInbox(target.http(), target.receiver(), name, webhook);
    }

    private URI url() {
        return receiver.resolve("/hooks/" + name);
    }

    /** The webhook's id. */
    String webhook() {
        return webhook;
    }

    /** Sets how the receiver responds to the next deliveries, such as {@code "do":"status","status":500,"times":3}. */
    ReceiverInbox order(String order) {
        HttpsResponse response =
                http.send("POST", receiver.resolve("/orders"), Map.of(), "{\"inbox\":\"" + name + "\"," + order + "}");
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return this;
    }

    /** Every received request, oldest first. */
    List<InboxDelivery> deliveries() {
        JsonNode all = http.get(receiver.resolve("/received?inbox=" + name)).json();
        return StreamSupport.stream(all.spliterator(), false)
                .map(InboxDelivery::new)
                .toList();
    }

    /** The received requests of one event. */
    List<InboxDelivery> deliveriesOf(String event) {
        return deliveries().stream()
                .filter(delivery -> delivery.event().equals(event))
                .toList();
    }

    boolean accepted(String event) {
        return deliveriesOf(event).stream().anyMatch(InboxDelivery::accepted);
    }

    /** The number of accepted events. */
    long distinct() {
        return counts().path(name).path("distinct_ids").asLong();
    }

    /** The number of received requests. */
    long requests() {
        return counts().path(name).path("deliveries").asLong();
    }

    /**
     * Records copies of an event that this receiver rejects, until some of them wait in the backlog. A circuit without a backlog
     * closes at its next probe, so that only what is recorded before it starts one.
     *
     * @return what was recorded
     */
    List<String> recordUntilBacklog(ApiClientAccount account, StackState rows, String event) {
        List<String> events = new ArrayList<>(account.record(event, 15));
        Await.await("a backlog").until(() -> {
            if (rows.isCircuitOpen(webhook)) {
                events.addAll(account.record(event, 15));
            }
            return rows.backlog(webhook) > 0;
        });
        return List.copyOf(events);
    }

    /** Deletes its webhook, so that the events of later tests are not delivered to it. */
    void delete(ApiClientAccount owner) {
        assertThat(owner.delete("/v1/webhooks/" + webhook).status()).isEqualTo(204);
    }

    private JsonNode counts() {
        return http.get(receiver.resolve("/received?count=1")).json();
    }

    /**
     * One received request.
     *
     * @param json as the receiver shows it
     */
    record InboxDelivery(JsonNode json) {

        String event() {
            return json.path("id").asText();
        }

        int attempt() {
            return json.path("attempt").asInt();
        }

        boolean accepted() {
            return json.path("status").asInt() / 100 == 2;
        }

        boolean verified() {
            return json.path("verified").asBoolean();
        }

        boolean duplicate() {
            return json.path("duplicate").asBoolean();
        }

        String body() {
            return json.path("body").asText();
        }

        String header(String header) {
            return json.path("headers").path(header).asText();
        }

        /** The second in which the attempt began, with which it was signed. */
        long signed() {
            return Long.parseLong(header("webhook-timestamp"));
        }

        Instant at() {
            return Instant.parse(json.path("at").asText());
        }
    }
}
