package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A webhook that was deleted gets nothing any more. */
@RequiresCapability(SharedClouds.COMPRESSED)
class WebhookEndTest {

    /** No other test of this cloud records it, so that each meets its own deliveries alone. */
    private static final String TYPE = "appointment.booked";

    @Test
    void nothingIsSentToADeletedWebhookAndWhatWaitedIsDropped(Target target) {
        ReceiverInbox gone = ReceiverInbox.open(target, "gone", List.of(TYPE), "cln_oldtown")
                .order("\"do\":\"status\",\"status\":500");
        ReceiverInbox stays = ReceiverInbox.open(target, "stays", List.of(TYPE), "cln_oldtown");

        String waiting = target.account().record(ChangeSamples.of(TYPE, "cln_oldtown", "prv_gone"));
        Await.await("some retries").until(() -> gone.deliveriesOf(waiting).size() > 2);
        assertThat(target.account().delete("/v1/webhooks/" + gone.webhook()).status())
                .isEqualTo(204);
        assertThat(target.account().get("/v1/webhooks/" + gone.webhook()).status())
                .isEqualTo(404);
        int before = gone.deliveriesOf(waiting).size();

        String later = target.account().record(ChangeSamples.of(TYPE, "cln_oldtown", "prv_gone"));
        Await.await("the other's delivery").until(() -> stays.accepted(later));
        assertThat(gone.deliveriesOf(later)).isEmpty();
        // The one that was under way when the row was deleted may still have arrived.
        assertThat(gone.deliveriesOf(waiting).size()).isBetween(before, before + 1);
    }
}
