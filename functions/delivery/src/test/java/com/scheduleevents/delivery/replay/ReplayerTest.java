package com.scheduleevents.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.delivery.replay.ReplayerWorld.Endless;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayProgress;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryDeliveryLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayerTest {

    private static final LoggedDeliveries NOTHING_LOGGED = (_, _) -> Map.of();
    private static final int STEP = 100;

    /** The promise: whatever crashes wherever, every event is queued, the chain ends, and copies stay few. */
    @Property(tries = 500)
    void noCrashLosesAnEvent(@ForAll long seed, @ForAll @IntRange(max = 550) int count) {
        ReplayerWorld world = new ReplayerWorld(seed, 0.1, new Endless(count, _ -> {}), NOTHING_LOGGED);
        Map<EventId, Set<Integer>> rounds = new HashMap<>();
        AtomicInteger queued = new AtomicInteger();
        world.onQueued = messages -> messages.forEach(message -> {
            queued.incrementAndGet();
            rounds.computeIfAbsent(message.payload().id(), _ -> new HashSet<>()).add(message.cycle());
        });
        Replay replay = world.start(ReplayerWorld.START.minusSeconds(count));
        world.run();

        assertThat(rounds).hasSize(count);
        // Copies are of the same cycle, so that they merge.
        assertThat(rounds.values()).allMatch(of -> of.equals(Set.of(1)));
        assertThat(queued.get()).isBetween(count, count + STEP * (world.crashed + 1));
        Replay ended = world.now(replay);
        assertThat(ended.status()).isEqualTo("completed");
        assertThat(ended.progress().queued()).isEqualTo(count);
        assertThat(ended.progress().lookedAt()).isEqualTo(count);
        // Each step once, the copy from the beginning, and what crashes made of them.
        assertThat(world.handled).isLessThanOrEqualTo(ended.progress().steps() + 1 + 3 * world.crashed);
    }

    /** While a step crashes, the sender is not idle: what it attempted is not begun anew. */
    @Property(tries = 500)
    void doesNotQueueAnEventThatWasAttemptedSince(@ForAll long seed, @ForAll @IntRange(max = 350) int count) {
        InMemoryDeliveryLog log = new InMemoryDeliveryLog();
        ReplayerWorld world = new ReplayerWorld(seed, 0.1, new Endless(count, _ -> {}), log);
        Random sender = new Random(seed);
        Set<EventId> attempted = new HashSet<>();
        world.onQueued = messages -> messages.forEach(message -> {
            assertThat(attempted).doesNotContain(message.payload().id());
            if (sender.nextBoolean()) {
                attempted.add(message.payload().id());
                log.append(message.webhook(), succeeded(message), ReplayerWorld.START);
            }
        });
        world.start(ReplayerWorld.START.minusSeconds(count));
        world.run();
    }

    @Test
    void walksManyEventsInSlices() {
        int count = 100_000;
        Endless events = new Endless(count, max -> assertThat(max).isEqualTo(STEP));
        ReplayerWorld world = new ReplayerWorld(1, 0.01, events, (_, asked) -> {
            assertThat(asked).hasSizeLessThanOrEqualTo(LoggedDeliveries.MAX);
            return Map.of();
        });
        BitSet queued = new BitSet(count);
        world.onQueued = messages -> {
            assertThat(messages).hasSizeLessThanOrEqualTo(STEP);
            messages.forEach(
                    message -> queued.set(Endless.number(message.payload().id(), count)));
            assertThat(world.waiting()).isLessThan(10);
        };
        Replay replay = world.start(events.since());
        world.run();

        assertThat(queued.cardinality()).isEqualTo(count);
        assertThat(world.now(replay).progress().steps()).isEqualTo(count / STEP + 1);
    }

    @Test
    void pausesAfterAStepForWhatItQueued() {
        int count = 1_000;
        ReplayerWorld world = new ReplayerWorld(1, 0, new Endless(count, _ -> {}), NOTHING_LOGGED);
        Replay replay = world.start(ReplayerWorld.START.minusSeconds(count));
        world.run();
        // Ten steps of 100 events at 50 a second, after a delay of two seconds.
        assertThat(world.now(replay).ending().orElseThrow().at())
                .isEqualTo(ReplayerWorld.START.plus(Duration.ofSeconds(2 + 10 * 2)));
    }

    @Test
    void makesNoStepAfterACancellation() {
        ReplayerWorld world = new ReplayerWorld(1, 0, new Endless(1_000, _ -> {}), NOTHING_LOGGED);
        List<DeliveryMessage> queued = new ArrayList<>();
        Replay replay = world.start(ReplayerWorld.START.minusSeconds(1_000));
        world.onQueued = messages -> {
            queued.addAll(messages);
            if (queued.size() == 3 * STEP) {
                // In the middle of a step.
                cancel(world, replay);
            }
        };
        world.run();

        assertThat(queued).hasSize(3 * STEP);
        assertThat(world.now(replay).status()).isEqualTo("cancelled");
        assertThat(world.now(replay).progress().steps()).isEqualTo(2);
    }

    /** An earlier hand on the same message was slow, counted the step, and died: the one that comes after owes what follows. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void queuesTheNextStepAgainWhenTheMessageWasReceivedBefore(boolean receivedBefore) {
        ReplayerWorld world = new ReplayerWorld(1, 0, new Endless(250, _ -> {}), NOTHING_LOGGED);
        Replay replay = world.start(ReplayerWorld.START.minusSeconds(250));
        world.forget();
        Set<EventId> queued = new HashSet<>();
        world.onQueued = messages -> {
            messages.forEach(message -> queued.add(message.payload().id()));
            Replay read = world.now(replay);
            if (read.progress().steps() == 0) {
                EventId last = messages.getLast().payload().id();
                world.replays.replace(read, read.advanced(new ReplayProgress(1, Optional.of(last), STEP, STEP)));
            }
        };
        world.handle(ReplayMessage.next(replay), receivedBefore);
        assertThat(world.waiting()).isEqualTo(receivedBefore ? 1 : 0);
        world.run();
        assertThat(queued).hasSize(receivedBefore ? 250 : STEP);
    }

    @Test
    void endsWhenTheWebhookIsDisabledOrDeleted() {
        ReplayerWorld disabled = interrupted(world -> world.webhooks.update(
                ReplayerWorld.webhook(),
                ReplayerWorld.webhook().disabled(new Disabling.Requested(ReplayerWorld.START))));
        ReplayerWorld enabledAgain = interrupted(world -> {
            var off = ReplayerWorld.webhook().disabled(new Disabling.Requested(ReplayerWorld.START));
            world.webhooks.update(ReplayerWorld.webhook(), off);
            world.webhooks.update(off, off.enabled());
        });
        ReplayerWorld deleted = interrupted(world -> world.webhooks.delete(
                ReplayerWorld.ACCOUNT, ReplayerWorld.webhook().id(), Instant.MAX));
        assertThat(why(disabled)).isEqualTo(ReplayEnd.Why.WEBHOOK_DISABLED);
        assertThat(why(enabledAgain)).isEqualTo(ReplayEnd.Why.WEBHOOK_DISABLED);
        assertThat(why(deleted)).isEqualTo(ReplayEnd.Why.WEBHOOK_DELETED);
    }

    @Test
    void rejectsMalformedMessagesAndDropsUnknownReplays() {
        ReplayerWorld world = new ReplayerWorld(1, 0, new Endless(10, _ -> {}), NOTHING_LOGGED);
        Replay replay = world.start(ReplayerWorld.START.minusSeconds(10));
        world.replays.replace(replay, replay.ended(ReplayEnd.Why.CANCELLED, ReplayerWorld.START));
        world.enqueue("{\"v\":2}", ReplayerWorld.START);
        world.enqueue("truncat", ReplayerWorld.START);
        world.enqueue(new ReplayMessage(replay.account(), new WebhookId("whk_other"), replay.id(), 0), Duration.ZERO);
        world.onQueued = messages -> assertThat(messages).isEmpty();
        world.run();
        assertThat(world.deadLetterReasons).hasSize(2).allMatch(reason -> reason.startsWith("not a replay message"));
    }

    private static ReplayerWorld interrupted(Consumer<ReplayerWorld> change) {
        ReplayerWorld world = new ReplayerWorld(1, 0, new Endless(1_000, _ -> {}), NOTHING_LOGGED);
        AtomicInteger queued = new AtomicInteger();
        world.onQueued = messages -> queued.addAndGet(messages.size());
        world.start(ReplayerWorld.START.minusSeconds(1_000));
        world.handleNext();
        world.handleNext();
        change.accept(world);
        world.run();
        assertThat(queued.get()).isEqualTo(2 * STEP);
        return world;
    }

    private static ReplayEnd.Why why(ReplayerWorld world) {
        return world.replays
                .newestFirst(ReplayerWorld.webhook().id(), Optional.empty(), 1)
                .getFirst()
                .ending()
                .orElseThrow()
                .why();
    }

    private static void cancel(ReplayerWorld world, Replay replay) {
        Replay read = world.now(replay);
        assertThat(world.replays.replace(read, read.ended(ReplayEnd.Why.CANCELLED, ReplayerWorld.START)))
                .isTrue();
    }

    private static LoggedDelivery succeeded(DeliveryMessage message) {
        return new LoggedDelivery(
                message.payload().id(),
                message.payload().type(),
                message.payload().clinic(),
                message.cycle(),
                1,
                DeliveryStatus.SUCCEEDED,
                Optional.of(message.notBefore()),
                Optional.empty(),
                List.of());
    }
}
