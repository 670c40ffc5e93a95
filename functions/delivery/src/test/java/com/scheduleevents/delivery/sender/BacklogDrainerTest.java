package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** One probe at a time, without faults; the simulation tests probes that crash, and probes and senders that meet. */
final class BacklogDrainerTest {

    private static final DeliveryMessage FIRST = SenderFixture.first(7);

    @Test
    void addsAFirstAttemptToTheBacklogWhileTheCircuitIsOpen() {
        SenderFixture sender = withOneInTheBacklog(_ -> true);

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).containsExactly(FIRST);
    }

    @Test
    void probesAgainAtOnceAndFasterAfterASuccess() {
        SenderFixture sender = withOneInTheBacklog(_ -> true);

        sender.probe();

        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.health().circuit().map(OpenCircuit::pace)).contains(2);
        assertThat(sender.probes)
                .extracting(Probe::lease)
                .containsExactly(sender.health().probeAt().orElseThrow());
    }

    @Test
    void waitsForTheClockAfterAFailure() {
        SenderFixture sender = withOneInTheBacklog(_ -> false);

        sender.probe();

        assertThat(sender.probes).isEmpty();
        assertThat(sender.health().probeAt().orElseThrow()).isAfter(sender.now);
        // The delivery is retried by its own schedule from here on.
        assertThat(sender.backlog()).isEmpty();
        assertThat(sender.retries).hasSize(1);
    }

    @Test
    void closesTheCircuitWhenTheBacklogIsEmpty() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.openCircuit();

        sender.probe();

        assertThat(sender.health().isCircuitOpen()).isFalse();
        assertThat(sender.health().probeAt()).isEmpty();
        assertThat(sender.probes).isEmpty();
    }

    /** A delivery was added to the backlog while the circuit was being closed. */
    @Test
    void opensTheCircuitAgainWhenTheSecondLookFindsADelivery() {
        SenderFixture sender = withOneInTheBacklog(_ -> true);
        sender.write(new HealthWrite.Closed(
                sender.health().probeAt().orElseThrow(), Optional.empty(), sender.now.plusSeconds(60)));

        sender.probe();

        assertThat(sender.health().isCircuitOpen()).isTrue();
        assertThat(sender.probes).hasSize(1);
    }

    @Test
    void dropsAProbeWhoseLeaseIsNotTheWebhooks() {
        SenderFixture sender = withOneInTheBacklog(_ -> true);

        sender.probe(sender.now.minus(Duration.ofMinutes(2)));

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).hasSize(1);
    }

    @Test
    void sendsTheBacklogToTheNewUrl() {
        SenderFixture sender = withOneInTheBacklog(_ -> true);
        sender.moveWebhook();

        sender.probe();

        assertThat(sender.attempts).extracting(AttemptRequest::url).containsExactly("https://hooks.example.org/");
    }

    private static SenderFixture withOneInTheBacklog(IntPredicate succeeds) {
        SenderFixture sender = new SenderFixture(succeeds);
        sender.openCircuit();
        sender.handle(FIRST);
        return sender;
    }
}
