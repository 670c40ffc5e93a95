package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Once the API has answered that a webhook is disabled or deleted, no request to it begins, whatever is in flight. */
@RequiresCapability(SharedClouds.COMPRESSED)
class EndInFlightTest {

    private static final String TYPE = "appointment.cancelled";
    private static final String SLOWLY_500 = "\"do\":\"slow\",\"seconds\":0.5,\"status\":500";

    @Test
    void nothingBeginsAfterTheAnswerToADisabling(Target target) {
        ReceiverInbox inbox = inFlight(target, "disabled-in-flight", "cln_oldtown");
        Instant answered = end(target, inbox, "cln_oldtown", "POST", "/disable");

        List<JsonNode> deliveries = target.account().walk("/v1/webhooks/" + inbox.webhook() + "/deliveries?limit=100");
        assertThat(deliveries).isNotEmpty().allSatisfy(delivery -> assertThat(delivery.path("attempts"))
                .allSatisfy(attempt ->
                        assertThat(Instant.parse(attempt.path("at").asText())).isBefore(answered)));
    }

    @Test
    void nothingBeginsAfterTheAnswerToADeletion(Target target) {
        ReceiverInbox inbox = inFlight(target, "deleted-in-flight", "cln_station");
        end(target, inbox, "cln_station", "DELETE", "");
    }

    private static ReceiverInbox inFlight(Target target, String name, String clinic) {
        ReceiverInbox inbox =
                ReceiverInbox.open(target, name, List.of(TYPE), clinic).order(SLOWLY_500);
        target.account().record(ChangeSamples.of(TYPE, clinic, "prv_in_flight"), 30);
        Await.await("attempts and retries").until(() -> inbox.requests() > 60);
        return inbox;
    }

    /** Ends a webhook while more and more is recorded for it. @return when the API had answered */
    private static Instant end(Target target, ReceiverInbox inbox, String clinic, String method, String action) {
        ReceiverInbox witness = ReceiverInbox.open(target, "witness-of-" + inbox.webhook(), List.of(TYPE), clinic);
        Instant answered;
        try (SteadyProducer producing =
                new SteadyProducer(target.account(), ChangeSamples.of(TYPE, clinic, "prv_in_flight"), 5, 2)) {
            Await.await("events under way").until(() -> witness.distinct() > 10);
            HttpsClient.Answer answer = target.account()
                    .send(
                            method,
                            "/v1/webhooks/" + inbox.webhook() + action,
                            target.account().json(),
                            "");
            answered = Instant.now();
            assertThat(answer.status()).isBetween(200, 204);
            int sofar = producing.recorded().size();
            Await.await("as many more").until(() -> producing.recorded().size() > sofar + 20);
            List<String> events = producing.stop();
            Await.await("the witness").until(() -> witness.distinct() == events.size());
        }
        assertThat(inbox.deliveries()).extracting(Delivery::signed).allSatisfy(second -> assertThat(second)
                .isLessThanOrEqualTo(answered.getEpochSecond()));
        return answered;
    }
}
