package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.local.LocalCloud;
import com.scheduleevents.local.gate.Faults.Fault;
import com.scheduleevents.local.gate.Faults.Moment;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A sender that dies again and again, wherever it is: delivering, retrying, parking, releasing. */
@RunsOn(Cloud.KILLED)
class KilledSenderTest {

    private static final int DEATHS = 50;
    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";

    @Test
    void fiftyDeathsLoseNothing(Target target, LocalCloud cloud, Backstage backstage) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Rows rows = new Rows(backstage);
        Inbox steady = Inbox.open(target, "steady", List.of("*"));
        Inbox moody = Inbox.open(target, "moody", List.of("*"));
        List<String> events;
        try (Producing producing =
                new Producing(target.account(), Changes.cancelled("cln_harbour", "prv_killed"), 5, 5)) {
            for (int death = 0; death < DEATHS; death++) {
                if (death % 10 == 0) {
                    moody.order(death % 20 == 0 ? ALWAYS_500 : ALWAYS_200);
                }
                die(cloud, random, death);
            }
            events = producing.stop();
        }
        moody.order(ALWAYS_200);

        for (Inbox inbox : List.of(steady, moody)) {
            Patience.await("every event, seed " + seed).until(() -> inbox.distinct() == events.size());
            Patience.await("nothing to look at")
                    .until(() -> !rows.webhook(inbox.webhook()).containsKey("due_at"));
            assertThat(rows.parked(inbox.webhook())).isZero();
            assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                    .isEqualTo("active");
        }
        Patience.await("queues run dry").until(() -> rows.isEmpty("DeliveriesQueue") && rows.isEmpty("RetryQueue"));
        assertThat(List.of("DeliveriesDeadLetters", "RetryDeadLetters")).allMatch(rows::isEmpty);
    }

    private static void die(LocalCloud cloud, Random random, int death) {
        Moment moment = random.nextBoolean() ? Moment.BEFORE : Moment.AFTER;
        CompletableFuture<Void> struck =
                cloud.faults().kill(new Fault("SenderFunction", "", "", 1 + random.nextInt(40), moment));
        Patience.await("death " + death).until(struck::isDone);
    }
}
