package com.scheduleevents.domain.replay;

import static com.scheduleevents.domain.replay.ReplaySamples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayStepTest {

    private static final Webhook WEBHOOK = ReplaySamples.webhook();
    private static final Replay REPLAY = ReplaySamples.replay(WEBHOOK, NOW.minusSeconds(60), Optional.empty());

    @ParameterizedTest
    @CsvSource({
        // steps in the row, step of the message, received before
        "3, 3, false, Walk",
        "3, 3, true, Walk",
        "3, 2, false, Drop",
        "3, 2, true, Resume",
        "3, 1, false, Drop",
        "3, 1, true, Drop",
        "3, 4, false, Drop",
        "3, 4, true, Drop",
    })
    void rowDeterminesTheNextMessage(int steps, int step, boolean receivedBefore, String expected) {
        Replay row = REPLAY.advanced(new ReplayProgress(steps, Optional.empty(), 0, 0));
        ReplayMessage message = new ReplayMessage(REPLAY.account(), REPLAY.webhook(), REPLAY.id(), step);
        ReplayStep decided = ReplayStep.of(message, receivedBefore, Optional.of(row), Optional.of(WEBHOOK));
        assertThat(decided.getClass().getSimpleName()).isEqualTo(expected);
        if (decided instanceof ReplayStep.Resume(Replay resumed)) {
            assertThat(ReplayMessage.next(resumed).step()).isEqualTo(steps);
        }
    }

    @ParameterizedTest
    @EnumSource
    void endedReplayMakesNoStep(ReplayEnd.Why why) {
        assertThat(decide(Optional.of(REPLAY.ended(why, NOW)), Optional.of(WEBHOOK)))
                .isEqualTo(new ReplayStep.Drop(ReplayStep.Reason.OVER));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void unknownReplayIsDropped(boolean receivedBefore) {
        ReplayStep unknown = new ReplayStep.Drop(ReplayStep.Reason.UNKNOWN);
        assertThat(decide(Optional.empty(), Optional.of(WEBHOOK))).isEqualTo(unknown);
        ReplayMessage forged = new ReplayMessage(new AccountId("acc_2"), REPLAY.webhook(), REPLAY.id(), 0);
        assertThat(ReplayStep.of(forged, receivedBefore, Optional.of(REPLAY), Optional.empty()))
                .isEqualTo(unknown);
    }

    @Test
    void webhookThatGetsNothingEndsTheReplay() {
        Webhook disabled = WEBHOOK.disabled(new Disabling.Requested(NOW));
        assertThat(decide(Optional.of(REPLAY), Optional.of(disabled)))
                .isEqualTo(new ReplayStep.End(REPLAY, ReplayEnd.Why.WEBHOOK_DISABLED));
        assertThat(decide(Optional.of(REPLAY), Optional.of(disabled.enabled(Instant.EPOCH))))
                .isEqualTo(new ReplayStep.End(REPLAY, ReplayEnd.Why.WEBHOOK_DISABLED));
        assertThat(decide(Optional.of(REPLAY), Optional.empty()))
                .isEqualTo(new ReplayStep.End(REPLAY, ReplayEnd.Why.WEBHOOK_DELETED));
    }

    @Test
    void skippedEventIsSentUnlessTheReplayEndedEarly() {
        for (ReplayEnd.Why why : ReplayEnd.Why.values()) {
            assertThat(leftOut(Optional.of(REPLAY.ended(why, NOW)), WEBHOOK))
                    .as(why.wireName())
                    .isEqualTo(why == ReplayEnd.Why.COMPLETED);
        }
        assertThat(leftOut(Optional.of(REPLAY), WEBHOOK)).isTrue();
        assertThat(leftOut(Optional.empty(), WEBHOOK)).isFalse();
        Webhook disabled = WEBHOOK.disabled(new Disabling.Requested(NOW));
        assertThat(leftOut(Optional.of(REPLAY), disabled)).isFalse();
        assertThat(leftOut(Optional.of(REPLAY), disabled.enabled(Instant.EPOCH)))
                .isFalse();
    }

    private static boolean leftOut(Optional<Replay> row, Webhook webhook) {
        ReplayMessage message = ReplayMessage.next(REPLAY).leavingOut(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"));
        return ReplayStep.ofLeftOut(message, row, Optional.of(webhook)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"50, 0, 0", "50, 1, 1", "50, 50, 1", "50, 51, 2", "50, 100, 2", "1, 100, 100", "100, 100, 1"})
    void nextStepIsDelayedByTheQueuedEvents(int pace, int queued, int seconds) {
        assertThat(new ReplayPace(pace).after(queued)).isEqualTo(Duration.ofSeconds(seconds));
    }

    private static ReplayStep decide(Optional<Replay> row, Optional<Webhook> webhook) {
        return ReplayStep.of(ReplayMessage.next(REPLAY), false, row, webhook);
    }
}
