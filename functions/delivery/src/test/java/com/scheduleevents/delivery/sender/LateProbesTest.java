package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.webhook.Circuit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes that come later than their leases last, because the retry queue is late, whosever fault that is. */
final class LateProbesTest {

    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SenderFixture sender = new SenderFixture(_ -> true);
    private final Deque<Late> queue = new ArrayDeque<>();

    @ParameterizedTest(name = "{0} minutes late")
    @ValueSource(ints = {0, 2, 3, 14})
    void circuitClosesAndItsBacklogIsDrained(int minutesLate) {
        sender.openCircuit();
        IntStream.range(100, 160).mapToObj(SenderFixture::first).forEach(sender::handle);
        Instant end = sender.now.plus(Duration.ofHours(6));

        while (sender.now.isBefore(end)) {
            clock(Duration.ofMinutes(minutesLate));
            sender.now = sender.now.plus(MINUTE);
            receive(Duration.ofMinutes(minutesLate));
        }

        assertThat(sender.health().circuit()).isInstanceOf(Circuit.Closed.class);
        assertThat(sender.backlog()).isEmpty();
    }

    /** The clock has sent another one, and one of the two is enough. */
    @Test
    void onlyOneOfTwoProbesIsCarriedOut() {
        sender.openCircuit();
        IntStream.range(100, 160).mapToObj(SenderFixture::first).forEach(sender::handle);
        Instant first = lease();
        sender.now = first.plus(MINUTE);
        Instant second = lease();

        sender.probe(first);
        int attempts = sender.attempts.size();
        assertThat(attempts).isPositive();
        sender.probe(second);
        sender.probe(first);

        assertThat(sender.attempts).hasSize(attempts);
    }

    /** What the clock does every minute. */
    private void clock(Duration late) {
        sender.health()
                .dueAt()
                .filter(due -> !due.isAfter(sender.now))
                .ifPresent(_ -> queue.add(new Late(sender.now.plus(late), lease())));
    }

    private Instant lease() {
        Instant until = sender.now.plus(LEASE);
        sender.write(sender.health().withCircuit(sender.health().circuit(), until));
        return until;
    }

    private void receive(Duration late) {
        while (!queue.isEmpty() && !queue.getFirst().at().isAfter(sender.now)) {
            sender.probe(queue.removeFirst().lease());
            for (Probe next : sender.probes) {
                queue.add(new Late(sender.now.plus(late), next.lease()));
            }
            sender.probes.clear();
        }
    }

    /**
     * A probe on the queue.
     *
     * @param at when it is received
     */
    private record Late(Instant at, Instant lease) {}
}
