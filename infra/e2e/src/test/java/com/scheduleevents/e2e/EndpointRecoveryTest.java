package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a receiver which recovers gets what it missed. Each test has its own event type or clinic. */
@RequiresCapability(SharedClouds.COMPRESSED)
class EndpointRecoveryTest {

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";

    @Test
    void attemptsStopWhenTheEndpointRecovers(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "recovering", List.of("appointment.completed"), "cln_oldtown")
                .order("\"do\":\"status\",\"status\":503,\"times\":3");

        String event =
                target.account().record(ChangeSamples.of("appointment.completed", "cln_oldtown", "prv_recovering"));

        String path = "/v1/webhooks/" + inbox.webhook() + "/deliveries/" + event;
        JsonNode delivery = Await.await("the fourth attempt in the log")
                .until(
                        () -> target.account().get(path).json(),
                        found -> found.path("status").asText().equals("succeeded"));
        assertThat(delivery.path("attempts").findValuesAsText("status_code"))
                .containsExactly("503", "503", "503", "200");
        assertThat(delivery.path("next_attempt_at").isNull()).isTrue();
        assertThat(inbox.deliveriesOf(event)).extracting(InboxDelivery::attempt).containsExactly(1, 2, 3, 4);
        assertThat(inbox.deliveriesOf(event))
                .extracting(InboxDelivery::duplicate)
                .containsOnly(false);
        assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                .isEqualTo("active");
    }

    @Test
    void backlogIsDeliveredWhenTheEndpointRecovers(Target target, StackAccess stack) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "back", List.of("appointment.booked"), "cln_station")
                .order(ALWAYS_500);
        String event = ChangeSamples.of("appointment.booked", "cln_station", "prv_back");
        StackState rows = new StackState(stack);
        List<String> events = inbox.recordUntilBacklog(target.account(), rows, event);
        inbox.order(ALWAYS_200);

        Await.await("everything").until(() -> inbox.distinct() == events.size());
        settled(target, rows, inbox);
    }

    private static void settled(Target target, StackState rows, ReceiverInbox inbox) {
        Await.await("a closed circuit")
                .until(() -> !rows.webhook(inbox.webhook()).containsKey("circuit"));
        assertThat(rows.webhook(inbox.webhook())).doesNotContainKeys("failing_since", "failures");
        Await.await("an empty backlog").until(() -> rows.backlog(inbox.webhook()) == 0);
        assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                .isEqualTo("active");
        assertThat(inbox.deliveries()).allMatch(InboxDelivery::verified);
    }
}
