package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that no attempt begins once the API has acknowledged that a webhook is disabled or deleted. */
@RequiresCapability(SharedClouds.COMPRESSED)
class WebhookEndInFlightTest {

    private static final String TYPE = "appointment.cancelled";
    private static final String SLOWLY_500 = "\"do\":\"slow\",\"seconds\":0.5,\"status\":500";

    @Test
    void noAttemptBeginsAfterDisablingIsAcknowledged(Target target) {
        ReceiverInbox inbox = inFlight(target, "disabled-in-flight", "cln_oldtown");
        List<String> later = end(target, inbox, "cln_oldtown", "POST", "/disable");

        List<JsonNode> deliveries = target.account().walk("/v1/webhooks/" + inbox.webhook() + "/deliveries?limit=100");
        assertThat(deliveries)
                .filteredOn(delivery -> later.contains(delivery.path("event_id").asText()))
                .allSatisfy(delivery ->
                        assertThat(delivery.path("attempts_count").asInt()).isZero());
    }

    @Test
    void noAttemptBeginsAfterDeletionIsAcknowledged(Target target) {
        ReceiverInbox inbox = inFlight(target, "deleted-in-flight", "cln_station");
        end(target, inbox, "cln_station", "DELETE", "");
    }

    private static ReceiverInbox inFlight(Target target, String name, String clinic) {
        ReceiverInbox inbox =
                ReceiverInbox.open(target, name, List.of(TYPE), clinic).order(SLOWLY_500);
        target.account().record(ChangeSamples.of(TYPE, clinic, "prv_in_flight"), 9);
        Await.await("attempts and retries").until(() -> inbox.requests() > 18);
        return inbox;
    }

    /**
     * Disables or deletes a webhook while events are recorded for it. @return the events recorded after the response of the API
     */
    private static List<String> end(Target target, ReceiverInbox inbox, String clinic, String method, String action) {
        ReceiverInbox witness = ReceiverInbox.open(target, "witness-of-" + inbox.webhook(), List.of(TYPE), clinic);
        String event = ChangeSamples.of(TYPE, clinic, "prv_in_flight");
        List<String> later;
        try (SteadyProducer producing = new SteadyProducer(target.account(), event, 2, 5)) {
            Await.await("deliveries in flight").until(() -> witness.distinct() > 4);
            HttpsResponse response = target.account()
                    .send(
                            method,
                            "/v1/webhooks/" + inbox.webhook() + action,
                            target.account().json(),
                            "");
            assertThat(response.status()).isBetween(200, 204);
            Map<String, Long> before = requests(inbox);
            later = target.account().record(event, 10);
            producing.stop();
            Await.await("the witness").until(() -> later.stream().allMatch(witness::accepted));
            assertThat(requests(inbox)).allSatisfy((one, requests) -> assertThat(requests)
                    .as("an attempt that a sender had begun, and none after it")
                    .isLessThanOrEqualTo(before.getOrDefault(one, 0L) + 1));
        }
        assertThat(inbox.deliveries()).extracting(InboxDelivery::event).doesNotContainAnyElementsOf(later);
        return later;
    }

    private static Map<String, Long> requests(ReceiverInbox inbox) {
        return inbox.deliveries().stream().collect(Collectors.groupingBy(InboxDelivery::event, Collectors.counting()));
    }
}
