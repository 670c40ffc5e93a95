package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.circuit.BacklogDrain;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One probe at a time, without faults; the simulation tests probes that crash, and probes and senders that meet. */
final class ProbeProcessorTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(7);

    @Test
    void addsAFirstAttemptToTheBacklogWhileTheCircuitIsOpen() {
        SenderFixture sender = withBacklog(1, _ -> true);

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).containsExactly(FIRST);
    }

    @Test
    void probesAgainAtOnceAfterASuccess() {
        SenderFixture sender = withBacklog(1, _ -> true);

        sender.probe();

        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.health().circuit()).isInstanceOf(Circuit.HalfOpen.class);
        assertThat(sender.probes)
                .extracting(Probe::lease)
                .containsExactly(sender.health().dueAt().orElseThrow());
    }

    @Test
    void waitsForTheClockAfterAFailure() {
        SenderFixture sender = withBacklog(1, _ -> false);

        sender.probe();

        assertThat(sender.probes).isEmpty();
        assertThat(sender.health().dueAt().orElseThrow()).isAfter(sender.now);
        // The delivery is retried by its own schedule from here on.
        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.retries).hasSize(1);
    }

    /** A write that meets another one costs as much as one that is made. */
    @ParameterizedTest(name = "{0} attempts succeed before the others fail")
    @ValueSource(ints = {0, 7})
    void writesTheRowOnceHoweverManyDeliveriesItAttempts(int successes) {
        SenderFixture sender = withBacklog(60, n -> n <= successes);
        int before = sender.webhooks.healthWrites();
        int probes = 0;
        do {
            sender.probe();
            probes++;
        } while (sender.health().circuit() instanceof Circuit.HalfOpen);

        assertThat(sender.health().failures().count()).isEqualTo(sender.attempts.size() - successes);
        assertThat(sender.webhooks.healthWrites() - before).isEqualTo(probes);
    }

    @Test
    void closesTheCircuitWhenTheBacklogIsEmpty() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.openCircuit();

        sender.probeToTheEnd();

        assertThat(sender.health().isCircuitOpen()).isFalse();
        assertThat(sender.health().dueAt()).as("the last look").contains(sender.now.plus(BacklogDrain.LATEST_ADDITION));
    }

    @Test
    void closesTheCircuitWhileTheBacklogIsLongAndDrainsItThroughTheRetryQueue() {
        SenderFixture sender = withBacklog(60, _ -> true);
        IntStream.range(0, 4).forEach(_ -> sender.probe());
        assertThat(sender.attempts).hasSize(1 + 2 + 4 + 8);
        assertThat(sender.health().isCircuitOpen()).isFalse();
        assertThat(sender.backlog()).hasSize(45);

        sender.probe();

        // The first step is small, and nothing is attempted before a sender receives it.
        assertThat(sender.attempts).hasSize(15);
        assertThat(sender.retries).hasSize(BacklogDrain.INCREASE);
        assertThat(sender.retries).allMatch(message -> message.drainedAt().isPresent());
        assertThat(sender.backlog()).hasSize(35);

        sender.probeToTheEnd();
        sender.retries.forEach(sender::handle);

        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.attempts).hasSize(60);
        assertThat(sender.health().hasBacklog()).isFalse();
        assertThat(sender.health().dueAt()).isPresent();
        sender.now = sender.now.plus(BacklogDrain.LATEST_ADDITION);
        sender.probe();
        assertThat(sender.health().dueAt()).isEmpty();
    }

    /** Every step is carried out as soon as it may be, and the receiver responds at once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void limitedWebhookGetsNoMoreInASecondWhileItsCircuitCloses(int limit) {
        SenderFixture sender = withBacklog(60, _ -> true);
        sender.limitTo(limit);
        Map<Instant, Integer> made = new TreeMap<>();
        sender.probe();
        while (!sender.backlog().isEmpty()) {
            made.put(sender.now, sender.attempts.size());
            sender.now = sender.now.plus(sender.probeWait);
            sender.probe();
            sender.retries.forEach(sender::handle);
            sender.retries.clear();
        }
        made.put(sender.now, sender.attempts.size());

        assertThat(sender.attempts).hasSize(60);
        made.forEach((second, sum) ->
                assertThat(sum - made.getOrDefault(second.minusSeconds(1), 0)).isBetween(1, limit));
    }

    @Test
    void limitedDrainMakesUpForTheTimeThatAStepTakes() {
        SenderFixture sender = withBacklog(70, _ -> true);
        sender.limitTo(10);
        sender.write(sender.health()
                .withCircuit(
                        new Circuit.Draining(BacklogDrain.FASTEST, false), sender.now.plus(Duration.ofMinutes(2))));
        sender.afterSend = _ -> sender.now = sender.now.plusMillis(400);

        sender.probe();
        assertThat(sender.retries).hasSize(10);
        for (int step = 0; step < 4; step++) {
            sender.now = sender.now.plus(sender.probeWait);
            sender.probe();
        }

        // The fourth step takes twice as long, because it moves more than one batch, so the fifth begins 6 s after the
        // first.
        assertThat(sender.retries).hasSize(60);
    }

    /** Fan-out read the webhook before its circuit closed, and was slow. */
    @Test
    void lastLookFindsADeliveryThatFanOutAddedAfterTheCircuitHadClosed() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.write(sender.health().withClosedCircuit(Optional.of(sender.now)).withClosedAt(sender.now));
        sender.probe();
        assertThat(sender.health().dueAt()).contains(sender.now.plus(BacklogDrain.LATEST_ADDITION));

        sender.addToBacklog(FIRST);
        sender.now = sender.now.plus(BacklogDrain.LATEST_ADDITION);
        sender.probe();
        sender.probe();

        assertThat(sender.retries).hasSize(1);
        assertThat(sender.backlog()).isEmpty();
    }

    @Test
    void drainsMoreSlowlyWhenADrainedDeliveryFails() {
        SenderFixture sender = withBacklog(60, n -> n <= 15);
        IntStream.range(0, 5).forEach(_ -> sender.probe());

        sender.handle(sender.retries.removeFirst());
        sender.probe();

        assertThat(((Circuit.Draining) sender.health().circuit()).pace()).isEqualTo(BacklogDrain.INCREASE);
    }

    /** The receiver fails again while a drain is under way, and another sender is faster than the drain. */
    @Test
    void keepsADrainedDeliveryThatCameBackBeforeTheDrainHadRemovedIt() {
        SenderFixture sender = withBacklog(1, _ -> true);
        sender.write(sender.health().withClosedCircuit(Optional.of(sender.now.plusSeconds(60))));
        sender.probe();
        assertThat(sender.health().circuit()).isInstanceOf(Circuit.Draining.class);
        sender.afterSend = _ -> {
            sender.openCircuit();
            sender.handle(sender.retries.removeFirst());
        };

        sender.probe();

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).containsExactly(FIRST.drained(sender.now));
    }

    /** What waits for its turn at the host would come all at once, beside what the drain goes on to move. */
    @Test
    void returnsADrainedDeliveryOfALimitedWebhookThatWasHeldUp() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.limitTo(1);
        DeliveryMessage drained = FIRST.drained(sender.now);
        sender.whileItWaits = () -> sender.now = sender.now.plusSeconds(9);

        sender.handle(drained);

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).containsExactly(drained);
        assertThat(sender.health().circuit()).isInstanceOf(Circuit.Draining.class);
    }

    /** The message of a drained delivery may come twice, and the delivery may have been attempted by a probe before. */
    @Test
    void attemptsADrainedDeliveryOnlyIfTheLogSaysSo() {
        SenderFixture sender = withBacklog(1, _ -> true);
        sender.probe();
        assertThat(sender.attempts).hasSize(1);

        sender.handle(FIRST.drained(sender.now));

        assertThat(sender.attempts).hasSize(1);
    }

    /** A delivery was added to the backlog while the drain ended. */
    @Test
    void drainsAgainWhenTheSecondLookFindsADelivery() {
        SenderFixture sender = withBacklog(1, _ -> true);
        sender.write(sender.health().withClosedCircuit(Optional.of(sender.now.plusSeconds(60))));

        sender.probe();

        assertThat(sender.health().circuit()).isInstanceOf(Circuit.Draining.class);
        assertThat(sender.probes).hasSize(1);
    }

    @Test
    void leavesTheLeaseToEndWhenAFaultOfOursPreventsTheAttempt() {
        SenderFixture sender = withBacklog(1, _ -> true);
        Health before = sender.health();
        sender.whileItWaits = () -> {
            throw new IllegalStateException("the log cannot be read");
        };

        sender.probe();

        assertThat(sender.health()).isEqualTo(before);
        assertThat(sender.backlog()).containsExactly(FIRST);
        assertThat(sender.probes).isEmpty();
    }

    @Test
    void dropsAProbeWhoseLeaseGoesOnAndIsNotTheWebhooks() {
        SenderFixture sender = withBacklog(1, _ -> true);

        sender.probe(sender.now.plus(Duration.ofMinutes(2)));

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).hasSize(1);
    }

    @Test
    void sendsTheBacklogToTheNewUrl() {
        SenderFixture sender = withBacklog(1, _ -> true);
        sender.moveWebhook();

        sender.probe();

        assertThat(sender.attempts).extracting(AttemptRequest::url).containsExactly("https://hooks.example.org/");
    }

    @Test
    void beginsNoAttemptThatMayOutliveItsFunction() {
        SenderFixture sender = withBacklog(1, _ -> true);
        sender.timeLeft = Duration.ofSeconds(9);

        sender.probe();

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).containsExactly(FIRST);
        assertThat(sender.probes).hasSize(1);
    }

    /** Otherwise the clock would send one after each lease, and each would become a dead-letter message. */
    @Test
    void rowThatCannotBeReadIsProbedOnceADay() {
        SenderFixture sender = withBacklog(1, _ -> true);
        Instant lease = sender.health().dueAt().orElseThrow();
        sender.webhooks.corrupt(SenderFixture.activeWebhook().id());

        assertThatThrownBy(() -> sender.probe(lease)).isInstanceOf(UnreadableRow.class);
        assertThat(dueAt(sender)).contains(lease.plus(Duration.ofDays(1)));
        // The function may have crashed before the message was a dead letter.
        assertThatThrownBy(() -> sender.probe(lease)).isInstanceOf(UnreadableRow.class);
        assertThat(dueAt(sender)).contains(lease.plus(Duration.ofDays(1)));
        // A copy of an earlier probe is no news.
        sender.probe(lease.minusSeconds(120));
        assertThat(dueAt(sender)).contains(lease.plus(Duration.ofDays(1)));
        assertThatThrownBy(() -> sender.probe(lease.plus(Duration.ofDays(1)))).isInstanceOf(UnreadableRow.class);
        assertThat(dueAt(sender)).contains(lease.plus(Duration.ofDays(2)));
        assertThat(sender.attempts).isEmpty();
    }

    @Test
    void probeIsCarriedOutWhenItIsRedrivenAfterTheRowWasRepaired() {
        SenderFixture sender = withBacklog(1, _ -> true);
        Instant lease = sender.health().dueAt().orElseThrow();
        sender.webhooks.corrupt(SenderFixture.activeWebhook().id());
        assertThatThrownBy(() -> sender.probe(lease)).isInstanceOf(UnreadableRow.class);
        sender.webhooks.repair();

        sender.probe(lease);

        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.health().circuit()).isInstanceOf(Circuit.HalfOpen.class);
    }

    private static Optional<Instant> dueAt(SenderFixture sender) {
        return sender.webhooks.stored(SenderFixture.activeWebhook().id()).flatMap(webhook -> webhook.health()
                .dueAt());
    }

    private static SenderFixture withBacklog(int deliveries, IntPredicate succeeds) {
        SenderFixture sender = new SenderFixture(succeeds);
        sender.openCircuit();
        sender.handle(FIRST);
        IntStream.range(100, 99 + deliveries).mapToObj(SenderFixture::first).forEach(sender::handle);
        return sender;
    }
}
