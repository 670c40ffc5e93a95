package com.scheduleevents.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.webhook.Disabling;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What a replay cannot read it leaves out, tells of, and goes on; once it is mended, the letter sends it. */
final class SkippedEventsTest {

    private final Set<EventId> brokenEvents = new HashSet<>();
    private final Set<EventId> brokenLog = new HashSet<>();
    private final Set<EventId> queued = new HashSet<>();

    @Property(tries = 300)
    void continuesTheReplayAndStoresTheSkippedEvent(
            @ForAll long seed, @ForAll @IntRange(max = 350) int count, @ForAll @IntRange(max = 100) int percent) {
        Random random = new Random(seed);
        brokenEvents.clear();
        brokenLog.clear();
        queued.clear();
        ReplayerWorld.Endless all = new ReplayerWorld.Endless(count, _ -> {});
        Set<EventId> every = new HashSet<>();
        all.all().forEach(event -> {
            every.add(event.id());
            if (random.nextInt(100) < percent) {
                (random.nextBoolean() ? brokenEvents : brokenLog).add(event.id());
            }
        });
        Set<EventId> broken = new HashSet<>(brokenEvents);
        broken.addAll(brokenLog);
        ReplayerWorld world = world(seed, 0.05, all);
        Replay replay = world.start(ReplayerWorld.START.minusSeconds(count));
        world.run();

        assertThat(world.now(replay).status()).isEqualTo("completed");
        assertThat(world.now(replay).progress().queued()).isEqualTo(count - broken.size());
        Set<EventId> readable = new HashSet<>(every);
        readable.removeAll(broken);
        assertThat(queued).isEqualTo(readable);
        assertThat(new HashSet<>(world.deadLetterBodies)).hasSameSizeAs(broken);

        brokenEvents.clear();
        brokenLog.clear();
        List.copyOf(world.deadLetterBodies).forEach(letter -> world.enqueue(letter, ReplayerWorld.START));
        world.run();
        assertThat(queued).isEqualTo(every);
    }

    @Test
    void storesAnEventThatIsStillUnreadableAgain() {
        ReplayerWorld world = oneBroken();

        assertThat(world.deadLetterReasons)
                .containsExactly(brokenEvents.iterator().next().value() + " was skipped: a row of Events lacks type");
        assertThatThrownBy(() -> world.handle(MessageCodec.REPLAY.read(world.deadLetterBodies.getFirst()), true))
                .isInstanceOf(UnreadableRow.class)
                .hasMessage("a row of Events lacks type");
    }

    @Test
    void doesNotSendASkippedEventToADisabledWebhook() {
        ReplayerWorld world = oneBroken();
        world.webhooks.update(
                ReplayerWorld.webhook(),
                ReplayerWorld.webhook().disabled(new Disabling.Requested(ReplayerWorld.START)));
        queued.clear();

        world.handle(MessageCodec.REPLAY.read(world.deadLetterBodies.getFirst()), true);

        assertThat(queued).isEmpty();
    }

    private ReplayerWorld oneBroken() {
        ReplayerWorld.Endless all = new ReplayerWorld.Endless(3, _ -> {});
        brokenEvents.add(all.all().get(1).id());
        ReplayerWorld world = world(1, 0, all);
        world.start(ReplayerWorld.START.minusSeconds(3));
        world.run();
        assertThat(world.deadLetterBodies).hasSize(1);
        return world;
    }

    private ReplayerWorld world(long seed, double crashes, ReplayerWorld.Endless all) {
        ReplayerWorld world = new ReplayerWorld(seed, crashes, new Breaking(all), log());
        world.onQueued = messages ->
                messages.forEach(message -> queued.add(message.payload().id()));
        return world;
    }

    private LoggedDeliveries log() {
        return (_, asked) -> {
            if (asked.stream().anyMatch(brokenLog::contains)) {
                throw new UnreadableRow("a row of Deliveries lacks status");
            }
            return Map.<EventId, LoggedDelivery>of();
        };
    }

    /** Some of whose rows lack something. */
    private final class Breaking implements EventStore {

        private final EventStore real;

        Breaking(EventStore real) {
            this.real = real;
        }

        @Override
        public Slice oldestFirst(Feed feed, EventRange range, int max) {
            Slice whole = real.oldestFirst(feed, range, max);
            List<Event> events = new ArrayList<>();
            List<Unreadable> unreadable = new ArrayList<>();
            whole.events().forEach(event -> {
                if (brokenEvents.contains(event.id())) {
                    unreadable.add(new Unreadable(event.id(), "a row of Events lacks type"));
                } else {
                    events.add(event);
                }
            });
            return new Slice(events, unreadable, whole.end());
        }

        @Override
        public Event putIfAbsent(AccountId account, Event event, Instant expiresAt) {
            return real.putIfAbsent(account, event, expiresAt);
        }

        @Override
        public Optional<Event> find(AccountId account, EventId id) {
            return real.find(account, id);
        }

        @Override
        public Slice newestFirst(Feed feed, EventRange range, int max) {
            return real.newestFirst(feed, range, max);
        }
    }
}
