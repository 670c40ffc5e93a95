package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that other webhooks of the account are told of an outage of a receiver, and of its end. */
@RequiresCapability(SharedClouds.COMPRESSED)
class OperationalRecoveryTest {

    /** No other test of this cloud records events of this type. */
    private static final String TYPE = "appointment.no_show";

    private static final String FAILING = "webhook.failing";
    private static final String RECOVERED = "webhook.recovered";

    @Test
    void outageAndItsEndAreReportedSignedToTheWebhooksThatNameTheTypes(Target target) {
        ApiClientAccount account = target.account();
        ReceiverInbox operations = ReceiverInbox.open(target, "outages", List.of(FAILING, RECOVERED));
        ReceiverInbox ends = ReceiverInbox.open(target, "ends-of-outages", List.of(RECOVERED), "cln_harbour");
        ReceiverInbox down = ReceiverInbox.open(target, "down", List.of(TYPE), "cln_harbour")
                .order("\"do\":\"status\",\"status\":503");

        String change = ChangeSamples.of(TYPE, "cln_harbour", "prv_down");
        account.record(change);
        JsonNode failing = Await.await("the event about the failures")
                .until(() -> reports(operations, down, FAILING), found -> !found.isEmpty())
                .getFirst();
        assertThat(reports(operations, down, RECOVERED)).isEmpty();

        down.order("\"do\":\"status\",\"status\":200");
        // Each success halves the failure score, which is ten at most.
        account.record(change, 10);
        JsonNode recovered = Await.await("the event about the recovery")
                .until(() -> reports(operations, down, RECOVERED), found -> !found.isEmpty())
                .getFirst();
        Await.await("the event about the recovery at the webhook of the clinic")
                .until(() -> !reports(ends, down, RECOVERED).isEmpty());

        for (JsonNode report : List.of(failing, recovered)) {
            assertThat(report.path("host").asText()).isEqualTo(target.receiver().getHost());
            assertThat(report.path("clinic_ids").toString()).isEqualTo("[\"cln_harbour\"]");
            assertThat(report.path("last_outcome").asText()).isEqualTo("status");
            assertThat(report.path("last_status").asInt()).isEqualTo(503);
            assertThat(report.path("failed_attempts").asInt()).isPositive();
        }
        assertThat(recovered.path("failing_since")).isEqualTo(failing.path("since"));
        assertThat(time(failing, "created_at"))
                .as("it is made when the webhook has been failing for long")
                .isAfter(time(failing, "since"));
        assertThat(recovered.path("created_at")).isEqualTo(recovered.path("since"));
        assertThat(time(recovered, "created_at")).isAfter(time(failing, "created_at"));
        // The same occasion has the same id, however often it is sent.
        assertThat(ids(operations, down, FAILING)).containsOnly(failing.path("id"));
        assertThat(ids(operations, down, RECOVERED)).containsOnly(recovered.path("id"));
        assertThat(ids(ends, down, RECOVERED)).containsOnly(recovered.path("id"));
        assertThat(ids(ends, down, FAILING)).isEmpty();
        List.of(operations, ends, down).forEach(inbox -> inbox.delete(account));
    }

    /** The bodies of the signed deliveries of one type that report this webhook. */
    private static List<JsonNode> reports(ReceiverInbox inbox, ReceiverInbox about, String type) {
        return inbox.deliveries().stream()
                .filter(InboxDelivery::verified)
                .map(delivery -> HttpsClient.parsed(delivery.body()))
                .filter(body -> body.path("type").asText().equals(type)
                        && body.path("webhook_id").asText().equals(about.webhook()))
                .toList();
    }

    private static List<JsonNode> ids(ReceiverInbox inbox, ReceiverInbox about, String type) {
        return reports(inbox, about, type).stream().map(body -> body.path("id")).toList();
    }

    private static Instant time(JsonNode event, String field) {
        return Instant.parse(event.path(field).asText());
    }
}
