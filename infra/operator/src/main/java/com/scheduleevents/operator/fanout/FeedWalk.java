package com.scheduleevents.operator.fanout;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.replay.ReplayPace;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.operator.fanout.FirstMessages.DeliveryFilter;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks through a section of a feed, oldest first, and queues the messages of its events, one slice of events at a time. An
 * interrupted walk is resumed after the last position that it reported: everything up to it is queued.
 */
public final class FeedWalk {

    /** As many events as one call of the delivery log takes. */
    private static final int SLICE = 100;

    private final EventStore events;
    private final FirstMessages firstMessages;
    private final MessageQueue<DeliveryMessage> queue;
    private final Clock clock;
    private final Duration retention;
    private final Consumer<Duration> pause;

    private FeedWalk(
            EventStore events,
            FirstMessages firstMessages,
            MessageQueue<DeliveryMessage> queue,
            Clock clock,
            Duration retention,
            Consumer<Duration> pause) {
        this.events = events;
        this.firstMessages = firstMessages;
        this.queue = queue;
        this.clock = clock;
        this.retention = retention;
        this.pause = pause;
    }

    /**
     * Walks through the feeds of a deployment. Messages go to the retry queue, so that normal deliveries do not wait behind these.
     *
     * @param dry whether nothing is queued, and nothing waited for
     */
    public static FeedWalk of(Deployment deployment, boolean dry) {
        Clock clock = deployment.clock();
        return new FeedWalk(
                deployment.events(),
                new FirstMessages(deployment.webhooks(), deployment.deliveryLog(), clock),
                dry ? (_, _, _) -> {} : deployment.retries(),
                clock,
                deployment.retention(),
                dry ? _ -> {} : FeedWalk::pause);
    }

    /**
     * A section of a feed.
     *
     * @param feed the feed of an account or of one of its clinics
     * @param since only events created at or after this time
     * @param until only events created before this time
     * @param after only events after this one
     */
    public record FeedSection(Feed feed, Instant since, Instant until, Optional<EventId> after) {

        AccountId account() {
            return switch (feed) {
                case Feed.OfAccount(AccountId account) -> account;
                case Feed.OfClinic(AccountId account, var _) -> account;
            };
        }

        FeedSection beyond(EventId seen) {
            return new FeedSection(feed, since, until, Optional.of(seen));
        }
    }

    /**
     * The progress of a walk.
     *
     * @param events how many events it has read
     * @param queued how many deliveries it has queued
     * @param position the last event that it has read; empty when there was none
     */
    public record Progress(long events, long queued, Optional<EventId> position) {

        static final Progress NONE = new Progress(0, 0, Optional.empty());

        /** The sum of this and another walk, which came later. */
        public Progress and(Progress other) {
            return new Progress(events + other.events, queued + other.queued, other.position.or(() -> position));
        }
    }

    /**
     * Walks to the end of the section.
     *
     * @param reported is given the progress after each slice
     */
    public Progress walk(FeedSection section, DeliveryFilter filter, ReplayPace pace, Consumer<Progress> reported) {
        Progress progress = Progress.NONE;
        FeedSection left = section;
        while (true) {
            Slice slice = slice(left);
            if (slice.lastRead().isEmpty()) {
                return progress;
            }
            EventId last = slice.lastRead().get();
            List<DeliveryMessage> messages = firstMessages.messages(left.account(), slice.events(), filter);
            queue.send(messages);
            progress = progress.and(new Progress(slice.events().size(), messages.size(), Optional.of(last)));
            reported.accept(progress);
            if (slice.end()) {
                return progress;
            }
            left = left.beyond(last);
            pause.accept(pace.after(messages.size()));
        }
    }

    /** Queues the messages of one event that fan-out may have missed. */
    public void fanOut(AccountId account, Event event) {
        queue.send(firstMessages.messages(account, List.of(event), DeliveryFilter.MISSED));
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }

    private Slice slice(FeedSection left) {
        return EventRange.forwards(clock.instant(), retention, left.since(), left.until(), left.after())
                .map(range -> readable(events.oldestFirst(left.feed(), range, SLICE)))
                .orElse(Slice.NOTHING);
    }

    /** Stops at an unreadable row, so that its event is not missed again without notice. */
    private static Slice readable(Slice slice) {
        slice.unreadable().stream().findFirst().ifPresent(event -> {
            throw new CommandFailure(
                    "The row of " + event.id().value() + " cannot be read; fix it first: " + event.reason());
        });
        return slice;
    }
}
