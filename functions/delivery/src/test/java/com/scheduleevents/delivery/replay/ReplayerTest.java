package com.scheduleevents.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayProgress;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The steps of a replay, without faults; the simulation tests replays with crashes at every call. */
final class ReplayerTest {

    private static final int STEP = 100;

    private final ReplayerFixture fixture = new ReplayerFixture(ReplayerFixture.events(250), (_, _) -> Map.of());
    private final Replay replay = fixture.start();

    @Test
    void queuesEveryEventOnceAndPausesAfterEachStepForWhatItQueued() {
        fixture.run(ReplayMessage.next(replay));

        assertThat(fixture.queued)
                .hasSize(250)
                .extracting(message -> message.payload().id())
                .doesNotHaveDuplicates();
        assertThat(fixture.delays).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2));
        assertThat(fixture.stored(replay).status()).isEqualTo("completed");
        assertThat(fixture.stored(replay).progress().queued()).isEqualTo(250);
        assertThat(fixture.stored(replay).progress().steps()).isEqualTo(3);
    }

    @Test
    void goesOnBehindASliceOfVoidRows() {
        EventStore events = ReplayerFixture.events(2);
        for (int n = 0; n < 250; n++) {
            EventId id = EventId.mint(ReplayerFixture.START.minusMillis(1500), new Random(n));
            events.putVoid(ReplayerFixture.webhook().account(), id, ReplayerFixture.START);
        }
        ReplayerFixture withVoids = new ReplayerFixture(events, (_, _) -> Map.of());
        Replay whole = withVoids.start();

        withVoids.run(ReplayMessage.next(whole));

        assertThat(withVoids.queued).hasSize(2);
        assertThat(withVoids.stored(whole).status()).isEqualTo("completed");
    }

    @Test
    void makesNoStepAfterACancellationInTheMiddleOfOne() {
        fixture.onQueued =
                () -> fixture.replays.replace(replay, replay.ended(ReplayEnd.Why.CANCELLED, ReplayerFixture.START));

        fixture.run(ReplayMessage.next(replay));

        assertThat(fixture.queued).hasSize(STEP);
        assertThat(fixture.stored(replay).status()).isEqualTo("cancelled");
        assertThat(fixture.stored(replay).progress().steps()).isZero();
    }

    /** An earlier receive of the same message stored the step and crashed, so this one must queue the next step. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void queuesTheNextStepAgainWhenTheMessageWasReceivedBefore(boolean receivedBefore) {
        fixture.onQueued = () -> {
            EventId last = fixture.queued.getLast().payload().id();
            // One fewer: a step that is stored just like this one counts as this one, whose response may have been
            // lost.
            fixture.replays.replace(replay, replay.advanced(new ReplayProgress(1, Optional.of(last), STEP, STEP - 1)));
        };

        fixture.handle(ReplayMessage.next(replay), receivedBefore);

        assertThat(fixture.steps).hasSize(receivedBefore ? 1 : 0);
        assertThat(fixture.steps).allSatisfy(next -> assertThat(next.step()).isEqualTo(1));
    }

    @Test
    void endsWhenTheWebhookIsDisabled() {
        fixture.webhooks.update(
                ReplayerFixture.webhook(),
                ReplayerFixture.webhook().disabled(new Disabling.Requested(ReplayerFixture.START)));

        fixture.run(ReplayMessage.next(replay));

        assertThat(fixture.queued).isEmpty();
        assertThat(fixture.stored(replay).ending().map(ReplayEnd::why)).contains(ReplayEnd.Why.WEBHOOK_DISABLED);
    }

    @Test
    void dropsUnknownReplaysAndRefusesMalformedMessages() {
        fixture.handle(new ReplayMessage(replay.account(), new WebhookId("whk_other"), replay.id(), 0), false);

        assertThat(fixture.queued).isEmpty();
        assertThatThrownBy(() -> fixture.handle("{\"v\":2}", false)).isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> fixture.handle("truncat", false)).isInstanceOf(MalformedMessage.class);
    }
}
