package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Walks a feed for a replay, slice by slice; however long the walk, a slice is all that is in memory.
 *
 * <p>Oldest first, because a receiver that catches up is best told in the order in which things happened: booked before
 * cancelled. Nothing can slip in behind the walk: what is recorded after the replay was asked for is delivered anyway.
 */
public final class ReplayWalk {

    /** How many events one step looks at: what one call of the log takes. */
    static final int SLICE = LoggedDeliveries.MAX;

    /** How many events a count looks at: some 50 pairs of reads, well within the gateway's time-out. */
    static final int COUNT_BUDGET = 5_000;

    private final EventStore events;
    private final LoggedDeliveries log;
    private final Duration retention;

    /**
     * @param events the recorded events
     * @param log the delivery log
     * @param retention how long an event can be read
     */
    public ReplayWalk(EventStore events, LoggedDeliveries log, Duration retention) {
        this.events = events;
        this.log = log;
        this.retention = retention;
    }

    /**
     * One step.
     *
     * @param messages of what is to be sent
     * @param replay as it is once they are queued; completed when nothing follows
     */
    public record Step(List<DeliveryMessage> messages, Replay replay) {

        /** Keeps a copy. */
        public Step {
            messages = List.copyOf(messages);
        }
    }

    /** Looks at the slice after the replay's position. */
    public Step next(Replay replay, Webhook webhook, Instant now) {
        Selection selection = replay.selection();
        Progress before = replay.progress();
        Slice slice = EventRange.forwards(now, retention, selection.since(), selection.until(), before.position())
                .map(range -> events.oldestFirst(feed(webhook), range, SLICE))
                .orElse(new Slice(List.of(), true));
        List<DeliveryMessage> messages = messages(slice.events(), replay, webhook, now);
        Progress after = new Progress(
                before.steps() + 1,
                slice.events().isEmpty()
                        ? before.position()
                        : Optional.of(slice.events().getLast().id()),
                before.lookedAt() + seen(slice.events(), webhook),
                before.queued() + messages.size());
        Replay advanced = replay.advanced(after);
        return new Step(messages, slice.end() ? advanced.ended(Ending.Why.COMPLETED, now) : advanced);
    }

    /** Walks without sending anything, for at most {@link #COUNT_BUDGET} events; still running when that ended it. */
    public Replay count(Replay replay, Webhook webhook, Instant now) {
        Replay walked = replay;
        for (int read = 0; walked.isRunning() && read < COUNT_BUDGET; read += SLICE) {
            walked = next(walked, webhook, now).replay();
        }
        return walked;
    }

    private List<DeliveryMessage> messages(List<Event> slice, Replay replay, Webhook webhook, Instant now) {
        Set<EventId> matching = slice.stream()
                .filter(event -> webhook.matches(event.type(), event.clinic()))
                .map(Event::id)
                .collect(Collectors.toUnmodifiableSet());
        if (matching.isEmpty()) {
            return List.of();
        }
        Map<EventId, LoggedDelivery> logged = log.find(webhook.id(), matching);
        return slice.stream()
                .filter(event -> replay.selection()
                        .wants(event, webhook, Optional.ofNullable(logged.get(event.id())), replay.createdAt()))
                .map(event -> DeliveryMessage.again(
                        webhook, Payload.of(event), Optional.ofNullable(logged.get(event.id())), now))
                .toList();
    }

    /** Who sees the webhook sees these clinics; how busy others are is none of their business. */
    private static long seen(List<Event> slice, Webhook webhook) {
        return slice.stream()
                .filter(event -> webhook.reach().contains(event.clinic()))
                .count();
    }

    private static Feed feed(Webhook webhook) {
        return webhook.clinic()
                .<Feed>map(clinic -> new Feed.OfClinic(webhook.account(), clinic))
                .orElseGet(() -> new Feed.OfAccount(webhook.account()));
    }
}
