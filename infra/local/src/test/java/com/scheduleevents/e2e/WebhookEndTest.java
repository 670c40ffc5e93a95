package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A webhook that was deleted gets nothing any more. */
@RunsOn(Cloud.COMPRESSED)
class WebhookEndTest {

    /** No other test of this cloud records it, so that each meets its own deliveries alone. */
    private static final String TYPE = "appointment.booked";

    @Test
    void nothingIsSentToADeletedWebhookAndWhatWaitedIsDropped(Target target) {
        Inbox gone = Inbox.open(target, "gone", List.of(TYPE), "cln_oldtown").order("\"do\":\"status\",\"status\":500");
        Inbox stays = Inbox.open(target, "stays", List.of(TYPE), "cln_oldtown");

        String waiting = target.account().record(Changes.of(TYPE, "cln_oldtown", "prv_gone"));
        Patience.await("some retries").until(() -> gone.deliveriesOf(waiting).size() > 6);
        assertThat(target.account().delete("/v1/webhooks/" + gone.webhook()).status())
                .isEqualTo(204);
        assertThat(target.account().get("/v1/webhooks/" + gone.webhook()).status())
                .isEqualTo(404);
        int before = gone.deliveriesOf(waiting).size();

        String later = target.account().record(Changes.of(TYPE, "cln_oldtown", "prv_gone"));
        Patience.await("the other's delivery").until(() -> stays.accepted(later));
        assertThat(gone.deliveriesOf(later)).isEmpty();
        // The one that was under way when the row was deleted may still have arrived.
        assertThat(gone.deliveriesOf(waiting).size()).isBetween(before, before + 1);
    }
}
