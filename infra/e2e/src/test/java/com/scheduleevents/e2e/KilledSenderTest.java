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

/** Tests a sender that is killed again and again while it delivers, retries, adds to the backlog and drains. */
@RequiresCapability(SharedClouds.KILLED)
@Tag("soak")
class KilledSenderTest {

    private static final int KILLS = 50;
    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";

    @Test
    void fiftyKilledSendersLoseNoDelivery(Target target, LocalCloud cloud, StackAccess stack) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        StackState rows = new StackState(stack);
        ReceiverInbox steady = ReceiverInbox.open(target, "steady", List.of("*"));
        ReceiverInbox flapping = ReceiverInbox.open(target, "flapping", List.of("*"));
        List<String> events;
        try (SteadyProducer producing =
                new SteadyProducer(target.account(), ChangeSamples.cancelled("cln_harbour", "prv_killed"), 5, 5)) {
            for (int number = 0; number < KILLS; number++) {
                if (number % 10 == 0) {
                    flapping.order(number % 20 == 0 ? ALWAYS_500 : ALWAYS_200);
                }
                killSender(cloud, random, number);
            }
            events = producing.stop();
        }
        flapping.order(ALWAYS_200);

        for (ReceiverInbox inbox : List.of(steady, flapping)) {
            Await.await("every event, seed " + seed).until(() -> inbox.distinct() == events.size());
            Await.await("no probe scheduled")
                    .until(() -> !rows.webhook(inbox.webhook()).containsKey("probe_at"));
            assertThat(rows.backlog(inbox.webhook())).isZero();
            assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                    .isEqualTo("active");
        }
        Await.await("empty queues").until(() -> rows.isEmpty("DeliveriesQueue") && rows.isEmpty("RetryQueue"));
        assertThat(List.of("DeliveriesDeadLetters", "RetryDeadLetters")).allMatch(rows::isEmpty);
    }

    private static void killSender(LocalCloud cloud, Random random, int number) {
        Moment moment = random.nextBoolean() ? Moment.BEFORE : Moment.AFTER;
        CompletableFuture<Void> killed =
                cloud.faults().kill(new Fault("SenderFunction", "", "", 1 + random.nextInt(40), moment));
        Await.await("kill " + number).until(killed::isDone);
    }
}
