package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is added to a backlog is drained, probed or attempted, and does not stay there afterwards. */
final class BacklogAdditionTest {

    private static final Instant START = SenderFixture.START;
    private static final DeliveryMessage FIRST = SenderFixture.first(7);

    private final SenderFixture sender = new SenderFixture(_ -> true);

    /** The sender of an earlier receive added it, and crashed before it read the webhook again. */
    @Test
    void additionOfASenderThatCrashedIsRemovedWhenItsMessageIsDone() {
        sender.addToBacklog(FIRST);

        sender.handleAgain(FIRST);

        assertThat(sender.logged(FIRST).status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(sender.backlog()).isEmpty();
    }

    /** Nothing would probe its backlog. */
    @Test
    void additionToACircuitThatClosedMeanwhileIsAttemptedAtOnce() {
        sender.openCircuit();

        sender.handleAsReadBefore(sender::closeCircuit, FIRST);

        assertThat(sender.attempts).hasSize(1);
        assertThat(sender.retries).isEmpty();
        assertThat(sender.backlog()).isEmpty();
    }

    @Test
    void additionToACircuitThatClosedMeanwhileIsQueuedWhereThereIsNoTimeForAnAttempt() {
        sender.openCircuit();
        sender.timeLeft = Duration.ofSeconds(9);

        sender.handleAsReadBefore(sender::closeCircuit, FIRST);

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.retries).containsExactly(FIRST.drained(sender.now));
        assertThat(sender.backlog()).isEmpty();
    }

    @Test
    void drainThatIsStartedForAnAdditionIsProbedAtOnce() {
        handleLate();

        assertThat(sender.probes)
                .extracting(Probe::lease)
                .containsExactly(sender.health().dueAt().orElseThrow());
    }

    @Test
    void additionIsLeftToTheDrainThatAnotherSenderStartedMeanwhile() {
        sender.webhooks.beforeTheNextWrite(() -> sender.write(
                sender.health().withCircuit(new Circuit.Draining(10, false), sender.now.plus(Duration.ofMinutes(2)))));

        handleLate();

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).hasSize(1);
        assertThat(sender.probes).isEmpty();
    }

    @Test
    void nothingIsAddedToTheBacklogOfAWebhookThatWasDisabledMeanwhile() {
        sender.webhooks.beforeTheNextWrite(() -> sender.change(row -> row.disabled(new Disabling.Requested(START))));

        handleLate();

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.backlog()).isEmpty();
    }

    /** Something may have been added while it ended. */
    @Test
    void drainThatEndsLooksAgainAtOnce() {
        sender.write(sender.health().withCircuit(new Circuit.Draining(10, false), sender.now));

        sender.probe();

        assertThat(sender.health().hasBacklog()).isFalse();
        assertThat(sender.health().dueAt()).as("the next look").isEmpty();
    }

    /** What somebody asked for expires in the log, and has to be found in the backlog for that. */
    @Test
    void onlyWhatSomebodyAskedForStaysLongerThanItsEvent() {
        Instant end = FIRST.payload().id().expiresAt(Duration.ofDays(90));
        DeliveryMessage again = DeliveryMessage.again(sender.webhook(), FIRST.payload(), Optional.empty(), START);

        assertThat(sender.ports.backlogExpiry(FIRST)).isEqualTo(end);
        assertThat(sender.ports.backlogExpiry(again)).isEqualTo(end.plus(Duration.ofDays(1)));
    }

    /** Without its row, a retry would be the first attempt of a schedule without end. */
    @Test
    void logOfAnOldEventOutlivesItsRetrySchedule() {
        Instant end = FIRST.payload().id().expiresAt(Duration.ofDays(90));
        assertThat(sender.ports.logExpiry(FIRST)).isEqualTo(end);

        sender.now = end.minusSeconds(1);
        assertThat(sender.ports.logExpiry(FIRST)).isEqualTo(sender.now.plus(Duration.ofDays(2)));
    }

    private void handleLate() {
        sender.now = START.plus(NextStep.LONGEST_TURN).plusMillis(1);
        sender.handle(FIRST);
    }
}
