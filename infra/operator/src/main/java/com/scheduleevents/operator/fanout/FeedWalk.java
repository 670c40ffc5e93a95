package com.scheduleevents.operator.fanout;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.operator.fanout.FirstMessages.Choice;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks a stretch of a feed, oldest first, and fans out again what it finds, slice by slice; a slice is all that is in memory.
 * What is said of a position is queued: a walk that ends half-way goes on after the last position that it told.
 */
public final class FeedWalk {

    /** What one call of the log takes. */
    private static final int SLICE = 100;

    private final EventStore events;
    private final FirstMessages fanningOut;
    private final DeliveryQueue queue;
    private final Clock clock;
    private final Duration retention;
    private final Consumer<Duration> pause;

    /**
     * @param events the recorded events
     * @param fanningOut makes the messages
     * @param queue the lane of the later attempts, so that those to healthy webhooks never queue behind these; in a dry run
     *     one that takes nothing
     * @param clock the time
     * @param retention how long an event can be read
     * @param pause waits so long
     */
    public FeedWalk(
            EventStore events,
            FirstMessages fanningOut,
            DeliveryQueue queue,
            Clock clock,
            Duration retention,
            Consumer<Duration> pause) {
        this.events = events;
        this.fanningOut = fanningOut;
        this.queue = queue;
        this.clock = clock;
        this.retention = retention;
        this.pause = pause;
    }

    /**
     * What is walked.
     *
     * @param feed of the account, or of one of its clinics
     * @param since only events created at or after this time
     * @param until only events created before this time
     * @param after only events after this one
     */
    public record Stretch(Feed feed, Instant since, Instant until, Optional<EventId> after) {

        AccountId account() {
            return switch (feed) {
                case Feed.OfAccount(AccountId account) -> account;
                case Feed.OfClinic(AccountId account, var _) -> account;
            };
        }

        Stretch beyond(EventId seen) {
            return new Stretch(feed, since, until, Optional.of(seen));
        }
    }

    /**
     * How far a walk has come.
     *
     * @param events how many events it has looked at
     * @param queued how many deliveries it has queued
     * @param position the last event that it has looked at; empty when it met none
     */
    public record Progress(long events, long queued, Optional<EventId> position) {

        static final Progress NONE = new Progress(0, 0, Optional.empty());

        /** This and what another walk did. */
        public Progress and(Progress other) {
            return new Progress(events + other.events, queued + other.queued, other.position.or(() -> position));
        }
    }

    /**
     * Walks to the end.
     *
     * @param told is told after each slice how far it is; what it covers is queued
     */
    public Progress walk(Stretch stretch, Choice choice, ReplayPace pace, Consumer<Progress> told) {
        Progress progress = Progress.NONE;
        Stretch left = stretch;
        while (true) {
            Slice slice = slice(left);
            if (slice.events().isEmpty()) {
                return progress;
            }
            List<DeliveryMessage> messages = fanningOut.messages(left.account(), slice.events(), choice);
            queue.send(messages);
            EventId last = slice.events().getLast().id();
            progress = progress.and(new Progress(slice.events().size(), messages.size(), Optional.of(last)));
            told.accept(progress);
            if (slice.end()) {
                return progress;
            }
            left = left.beyond(last);
            pause.accept(pace.after(messages.size()));
        }
    }

    private Slice slice(Stretch left) {
        return EventRange.forwards(clock.instant(), retention, left.since(), left.until(), left.after())
                .map(range -> readable(events.oldestFirst(left.feed(), range, SLICE)))
                .orElse(new Slice(List.of(), true));
    }

    /** Whoever brings back what was missed must not miss it again: a row that cannot be read is to be mended first. */
    private static Slice readable(Slice slice) {
        slice.unreadable().stream().findFirst().ifPresent(event -> {
            throw new UnreadableRow(
                    "the row of " + event.id().value() + " cannot be read; mend it first: " + event.reason());
        });
        return slice;
    }
}
