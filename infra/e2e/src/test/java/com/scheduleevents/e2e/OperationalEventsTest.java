package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests that other webhooks of the account are told of a webhook that was disabled. */
@RequiresCapability(SharedClouds.BREAKABLE)
@ResourceLock(SharedClouds.BREAKABLE_CLOUD)
class OperationalEventsTest {

    /** A type that other tests on this cloud do not use. */
    private static final String TYPE = "appointment.confirmed";

    private static final String DISABLED = "webhook.disabled";

    @Test
    void disabledWebhookIsReportedToTheWebhooksThatNameTheTypeAndSeeItsClinics(Target target) {
        ReceiverInbox operations = ReceiverInbox.open(target, "operations", List.of("webhook.failing", DISABLED));
        ReceiverInbox elsewhere = ReceiverInbox.open(target, "operations-elsewhere", List.of(DISABLED), "cln_station");
        ReceiverInbox everything = ReceiverInbox.open(target, "operations-not", List.of("*"), "cln_harbour");
        ReceiverInbox dead = ReceiverInbox.open(target, "operations-dead", List.of(TYPE), "cln_harbour")
                .order("\"do\":\"status\",\"status\":500");
        NotifiedAddressTest.confirm(
                target, dead, "{\"notify\":{\"email\":\"desk@operations.example\",\"without\":[\"failing\"]}}");
        // The first attempt fails, so that the event is retried like any other.
        operations.order("\"do\":\"status\",\"status\":503,\"times\":1");

        String event = target.account().record(ChangeSamples.of(TYPE, "cln_harbour", "prv_operations"));
        Await.await("the operational event")
                .until(() -> reports(operations, dead).stream().anyMatch(InboxDelivery::accepted));

        InboxDelivery report = reports(operations, dead).getLast();
        assertThat(report.verified()).isTrue();
        assertThat(report.header("service-test")).isEmpty();
        JsonNode body = HttpsClient.parsed(report.body());
        assertThat(body.path("disabled_reason").asText()).isEqualTo("retries_exhausted");
        assertThat(body.path("event_id").asText()).isEqualTo(event);
        assertThat(body.path("last_status").asInt()).isEqualTo(500);
        assertThat(body.path("clinic_ids").toString()).isEqualTo("[\"cln_harbour\"]");
        assertThat(body.path("created_at")).isEqualTo(body.path("since"));
        assertThat(body.path("since"))
                .isEqualTo(target.account().webhook(dead.webhook()).path("disabled_at"));

        MailboxClient mails = new MailboxClient(target);
        Await.await("the e-mails to the owner and to the address of the webhook")
                .until(() -> mails.ofDisabling(dead.webhook()).size() == 2);
        assertThat(mails.to("desk@operations.example").stream()
                        .map(mail -> mail.path("subject").asText())
                        .filter(subject -> !subject.equals(NotifiedAddressTest.LINK_SUBJECT)))
                .singleElement()
                .asString()
                .endsWith(" was disabled");

        String id = report.event();
        String log = "/v1/webhooks/" + operations.webhook() + "/deliveries";
        Await.await("the log").until(() -> target.account()
                .get(log + "/" + id)
                .json()
                .path("status")
                .asText()
                .equals("succeeded"));
        assertThat(target.account().walk(log + "?type=" + DISABLED))
                .extracting(delivery -> delivery.path("event_id").asText())
                .contains(id);
        assertThat(target.account().get("/v1/events/" + id).status()).isEqualTo(404);
        assertThat(target.account().get("/v1/events?type=" + DISABLED).status()).isEqualTo(400);
        assertThat(reports(elsewhere, dead)).isEmpty();
        assertThat(reports(everything, dead)).isEmpty();
        assertThat(reports(dead, dead)).isEmpty();
        List.of(operations, elsewhere, everything, dead).forEach(inbox -> inbox.delete(target.account()));
    }

    /** The deliveries that report a webhook as disabled. */
    static List<InboxDelivery> reports(ReceiverInbox inbox, ReceiverInbox about) {
        return inbox.deliveries().stream()
                .filter(delivery -> {
                    JsonNode body = HttpsClient.parsed(delivery.body());
                    return body.path("type").asText().equals(DISABLED)
                            && body.path("webhook_id").asText().equals(about.webhook());
                })
                .toList();
    }
}
