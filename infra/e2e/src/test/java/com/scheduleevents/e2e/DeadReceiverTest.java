package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import com.scheduleevents.emulator.proxy.CallCounter;
import com.scheduleevents.local.LocalCloud;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a receiver costs that is dead for a whole retry window while events are recorded: docs/delivery.md tells the sum. */
@RequiresCapability(SharedClouds.DEAD)
@Tag("soak")
class DeadReceiverTest {

    private static final String EVENT = ChangeSamples.cancelled("cln_harbour", "prv_dead");
    private static final String SENDER = "SenderFunction";

    @Test
    void itCostsTheAttemptsOfAFewAndOneSmallWriteForEachOther(Target target, LocalCloud cloud, StackAccess backstage) {
        ReceiverInbox dead =
                ReceiverInbox.open(target, "dead-for-a-day", List.of("*")).order("\"do\":\"status\",\"status\":500");
        StackState rows = new StackState(backstage);
        List<String> events;
        try (SteadyProducer tenASecond = new SteadyProducer(target.account(), EVENT, 10, 10)) {
            Await.await("the disabling").pollInterval(Duration.ofSeconds(1)).until(() -> target.account()
                    .webhook(dead.webhook())
                    .path("status")
                    .asText()
                    .equals("disabled"));
            events = tenASecond.stop();
        }
        Await.await("the end of what was under way")
                .until(() -> rows.isEmpty("DeliveriesQueue") && rows.isEmpty("RetryQueue"));

        List<Delivery> attempts = dead.deliveries();
        long attempted = attempts.stream().map(Delivery::event).distinct().count();
        long backlog = cloud.tally().of(SENDER, "PutItem", "BacklogTable");

        // Every event: attempted by itself, or in the backlog. Those that were released were both; those after the end
        // neither.
        long released = attempted + backlog - events.size();
        String told = told(cloud.tally(), events.size(), attempts.size(), attempted);
        assertThat(backlog).as(told).isGreaterThan(events.size() * 7L / 10);
        // Ten failures hold it; what was under way by then, and one at each check, is attempted besides.
        assertThat(attempted).as(told).isLessThan(events.size() / 4);
        assertThat(attempts.size()).isLessThanOrEqualTo(Math.toIntExact(attempted * 11));
        assertThat(released).as(told).isLessThan(attempted);
        // An attempt is two writes (log, health), a release two more (pace, no longer in the backlog), a in the backlog
        // event one.
        assertThat(writes(cloud.tally()))
                .as(told)
                .isLessThanOrEqualTo(backlog + 2 * (attempts.size() + attempted) + events.size() / 10);
        // What is doubtful takes the other lane, and stands before nobody who is healthy.
        assertThat(cloud.tally().of("FanOutFunction", "SendMessageBatch", "DeliveriesQueue"))
                .as(told)
                .isLessThan(cloud.tally().of("FanOutFunction", "SendMessageBatch", "RetryQueue") / 2);
        // An attempt is followed by one message, which may make several hops; a in the backlog event by none.
        assertThat(cloud.tally().of(SENDER, "SendMessage", "RetryQueue")).isLessThan(attempts.size() * 2L);

        MailboxClient mails = new MailboxClient(target);
        Await.await("the e-mails").until(() -> mails.naming(dead.webhook()).size() > 1);
        Await.await("no e-mail under way").until(() -> rows.isEmpty("MailQueue"));
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

    private static String told(CallCounter tally, int events, int attempts, long attempted) {
        return events + " events, " + attempted + " attempted, " + attempts + " attempts, " + writes(tally)
                + " writes: " + tally;
    }
}
