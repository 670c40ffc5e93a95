package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.emulator.proxy.PlannedFaults.Fault;
import com.scheduleevents.emulator.proxy.PlannedFaults.Moment;
import com.scheduleevents.local.LocalCloud;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sender that dies again and again, wherever it is: delivering, retrying, parking, releasing. */
@RequiresCapability(SharedClouds.KILLED)
@Tag("soak")
class KilledSenderTest {

    private static final int DEATHS = 50;
    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";

    @Test
    void fiftyDeathsLoseNothing(Target target, LocalCloud cloud, StackAccess backstage) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        StackState rows = new StackState(backstage);
        ReceiverInbox steady = ReceiverInbox.open(target, "steady", List.of("*"));
        ReceiverInbox moody = ReceiverInbox.open(target, "moody", List.of("*"));
        List<String> events;
        try (SteadyProducer producing =
                new SteadyProducer(target.account(), ChangeSamples.cancelled("cln_harbour", "prv_killed"), 5, 5)) {
            for (int death = 0; death < DEATHS; death++) {
                if (death % 10 == 0) {
                    moody.order(death % 20 == 0 ? ALWAYS_500 : ALWAYS_200);
                }
                die(cloud, random, death);
            }
            events = producing.stop();
        }
        moody.order(ALWAYS_200);

        for (ReceiverInbox inbox : List.of(steady, moody)) {
            Await.await("every event, seed " + seed).until(() -> inbox.distinct() == events.size());
            Await.await("nothing to look at")
                    .until(() -> !rows.webhook(inbox.webhook()).containsKey("probe_at"));
            assertThat(rows.backlog(inbox.webhook())).isZero();
            assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                    .isEqualTo("active");
        }
        Await.await("queues run dry").until(() -> rows.isEmpty("DeliveriesQueue") && rows.isEmpty("RetryQueue"));
        assertThat(List.of("DeliveriesDeadLetters", "RetryDeadLetters")).allMatch(rows::isEmpty);
    }

    private static void die(LocalCloud cloud, Random random, int death) {
        Moment moment = random.nextBoolean() ? Moment.BEFORE : Moment.AFTER;
        CompletableFuture<Void> struck =
                cloud.faults().kill(new Fault("SenderFunction", "", "", 1 + random.nextInt(40), moment));
        Await.await("death " + death).until(struck::isDone);
    }
}
