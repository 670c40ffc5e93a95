package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import com.scheduleevents.emulator.proxy.CallCounter;
import com.scheduleevents.local.LocalCloud;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures what a receiver costs that fails for a whole retry window while events are recorded: docs/delivery.md has the total.
 */
@RequiresCapability(SharedClouds.DEAD)
@Tag("soak")
class DeadReceiverTest {

    private static final String EVENT = ChangeSamples.cancelled("cln_harbour", "prv_dead");
    private static final String SENDER = "SenderFunction";

    @Test
    void deadReceiverCostsFewAttemptsAndOneWritePerEvent(Target target, LocalCloud cloud, StackAccess stack) {
        ReceiverInbox dead =
                ReceiverInbox.open(target, "dead-for-a-day", List.of("*")).order("\"do\":\"status\",\"status\":500");
        StackState rows = new StackState(stack);
        List<String> events;
        try (SteadyProducer tenASecond = new SteadyProducer(target.account(), EVENT, 10, 10)) {
            Await.await("the webhook disabled")
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> target.account()
                            .webhook(dead.webhook())
                            .path("status")
                            .asText()
                            .equals("disabled"));
            events = tenASecond.stop();
        }
        Await.await("empty queues").until(() -> rows.isEmpty("DeliveriesQueue") && rows.isEmpty("RetryQueue"));

        List<Delivery> attempts = dead.deliveries();
        long attempted = attempts.stream().map(Delivery::event).distinct().count();
        long backlog = cloud.tally().of(SENDER, "PutItem", "BacklogTable");

        // Every event was attempted, or added to the backlog. Drained ones were both; those recorded after the end were
        // neither.
        long drained = attempted + backlog - events.size();
        String summary = summary(cloud.tally(), events.size(), attempts.size(), attempted);
        assertThat(backlog).as(summary).isGreaterThan(events.size() * 7L / 10);
        // Ten failures open the circuit; deliveries in flight by then, and one per probe, are attempted as well.
        assertThat(attempted).as(summary).isLessThan(events.size() / 4);
        assertThat(attempts.size()).isLessThanOrEqualTo(Math.toIntExact(attempted * 11));
        assertThat(drained).as(summary).isLessThan(attempted);
        // An attempt is two writes (log, health), draining a delivery two more (pace, removal from the backlog), adding
        // one to
        // the
        // backlog one.
        assertThat(writes(cloud.tally()))
                .as(summary)
                .isLessThanOrEqualTo(backlog + 2 * (attempts.size() + attempted) + events.size() / 10);
        // Deliveries to a failing webhook use the retry queue, so that they do not delay healthy webhooks.
        assertThat(cloud.tally().of("FanOutFunction", "SendMessageBatch", "DeliveriesQueue"))
                .as(summary)
                .isLessThan(cloud.tally().of("FanOutFunction", "SendMessageBatch", "RetryQueue") / 2);
        // An attempt is followed by one message, which may make several hops; an event in the backlog by none.
        assertThat(cloud.tally().of(SENDER, "SendMessage", "RetryQueue")).isLessThan(attempts.size() * 2L);

        MailboxClient mails = new MailboxClient(target);
        Await.await("the e-mails").until(() -> mails.naming(dead.webhook()).size() > 1);
        Await.await("an empty mail queue").until(() -> rows.isEmpty("MailQueue"));
        assertThat(mails.subjects(dead.webhook())).containsExactly("is failing", "was disabled");
        assertThat(dead.deliveries()).hasSameSizeAs(attempts);
        assertThat(rows.webhook(dead.webhook())).doesNotContainKeys("circuit", "probe_at", "probe_shard");
    }

    private static long writes(CallCounter tally) {
        return tally.of(SENDER, "PutItem", "BacklogTable")
                + tally.of(SENDER, "DeleteItem", "BacklogTable")
                + tally.of(SENDER, "UpdateItem", "DeliveriesTable")
                + tally.of(SENDER, "UpdateItem", "WebhooksTable");
    }

    private static String summary(CallCounter tally, int events, int attempts, long attempted) {
        return events + " events, " + attempted + " attempted, " + attempts + " attempts, " + writes(tally)
                + " writes: " + tally;
    }
}
