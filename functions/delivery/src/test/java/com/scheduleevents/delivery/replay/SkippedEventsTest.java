package com.scheduleevents.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.webhook.Disabling;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that a replay skips an unreadable event and stores a dead-letter message, which sends the event once it is fixed. */
final class SkippedEventsTest {

    private static final int COUNT = 150;

    private final EventStore events = ReplayerFixture.events(COUNT);
    private final Set<EventId> brokenEvents = new HashSet<>();
    private final Set<EventId> brokenLog = new HashSet<>();
    private final ReplayerFixture fixture = new ReplayerFixture(new Breaking(events), (_, asked) -> {
        if (asked.stream().anyMatch(brokenLog::contains)) {
            throw new UnreadableRow("a row of Deliveries lacks status");
        }
        return Map.of();
    });

    @Test
    void continuesTheReplayAndSendsTheSkippedEventsOnceTheyAreFixed() {
        List<EventId> every = ids();
        brokenEvents.addAll(List.of(every.get(0), every.get(99), every.get(149)));
        brokenLog.addAll(List.of(every.get(1), every.get(100)));

        Replay replay = replayAll();

        assertThat(fixture.stored(replay).status()).isEqualTo("completed");
        assertThat(fixture.stored(replay).progress().queued()).isEqualTo(COUNT - 5);
        assertThat(queued())
                .doesNotContainAnyElementsOf(brokenEvents)
                .doesNotContainAnyElementsOf(brokenLog)
                .hasSize(COUNT - 5);
        assertThat(fixture.deadLetters).hasSize(5);

        brokenEvents.clear();
        brokenLog.clear();
        fixture.deadLetters.forEach(deadLetter -> fixture.handle(deadLetter, false));

        assertThat(queued()).containsExactlyInAnyOrderElementsOf(every);
    }

    @Test
    void failsForAnEventThatIsStillUnreadable() {
        ReplayMessage deadLetter = deadLetterOfOneBroken();

        assertThat(fixture.deadLetterReasons)
                .containsExactly(brokenEvents.iterator().next().value() + " was skipped: a row of Events lacks type");
        assertThatThrownBy(() -> fixture.handle(deadLetter, true))
                .isInstanceOf(UnreadableRow.class)
                .hasMessage("a row of Events lacks type");
    }

    @Test
    void doesNotSendASkippedEventToADisabledWebhook() {
        ReplayMessage deadLetter = deadLetterOfOneBroken();
        fixture.webhooks.update(
                ReplayerFixture.webhook(),
                ReplayerFixture.webhook().disabled(new Disabling.Requested(ReplayerFixture.START)));
        fixture.queued.clear();

        fixture.handle(deadLetter, true);

        assertThat(fixture.queued).isEmpty();
    }

    private ReplayMessage deadLetterOfOneBroken() {
        brokenEvents.add(ids().get(1));
        replayAll();
        assertThat(fixture.deadLetters).hasSize(1);
        return fixture.deadLetters.getFirst();
    }

    private Replay replayAll() {
        Replay replay = fixture.start();
        fixture.run(ReplayMessage.next(replay));
        return replay;
    }

    private List<EventId> ids() {
        EventRange all = EventRange.between(
                        ReplayerFixture.START.minusSeconds(COUNT), ReplayerFixture.START, Optional.empty())
                .orElseThrow();
        return events
                .oldestFirst(
                        new EventStore.Feed.OfAccount(ReplayerFixture.webhook().account()), all, COUNT)
                .events()
                .stream()
                .map(Event::id)
                .toList();
    }

    private List<EventId> queued() {
        return fixture.queued.stream().map(message -> message.payload().id()).toList();
    }

    /** A store in which some rows are unreadable. */
    private final class Breaking implements EventStore {

        private final EventStore real;

        Breaking(EventStore real) {
            this.real = real;
        }

        @Override
        public Slice oldestFirst(Feed feed, EventRange range, int max) {
            Slice whole = real.oldestFirst(feed, range, max);
            List<Event> readable = new ArrayList<>();
            List<Unreadable> unreadable = new ArrayList<>();
            whole.events().forEach(event -> {
                if (brokenEvents.contains(event.id())) {
                    unreadable.add(new Unreadable(event.id(), "a row of Events lacks type"));
                } else {
                    readable.add(event);
                }
            });
            return new Slice(readable, unreadable, whole.lastRead(), whole.end());
        }

        @Override
        public Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt) {
            return real.putIfAbsent(account, event, expiresAt);
        }

        @Override
        public Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt) {
            return real.putVoid(account, id, expiresAt);
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
