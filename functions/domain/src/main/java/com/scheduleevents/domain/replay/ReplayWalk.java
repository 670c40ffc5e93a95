package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import com.scheduleevents.domain.event.EventStore.Unreadable;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
     * @param leftOut what could not be read, and so is not sent
     * @param replay as it is once they are queued; completed when nothing follows
     */
    public record Step(List<DeliveryMessage> messages, List<Unreadable> leftOut, Replay replay) {

        /** Keeps copies. */
        public Step {
            messages = List.copyOf(messages);
            leftOut = List.copyOf(leftOut);
        }
    }

    /** Looks at the slice after the replay's position. */
    public Step next(Replay replay, Webhook webhook, Instant now) {
        ReplaySelection selection = replay.selection();
        ReplayProgress before = replay.progress();
        Slice slice = EventRange.forwards(now, retention, selection.since(), selection.until(), before.position())
                .map(range -> events.oldestFirst(feed(webhook), range, SLICE))
                .orElse(new Slice(List.of(), true));
        Chosen chosen = choose(slice, replay, webhook, now);
        ReplayProgress after = new ReplayProgress(
                before.steps() + 1,
                slice.newest().or(before::position),
                before.lookedAt() + seen(slice.events(), webhook),
                before.queued() + chosen.messages().size());
        Replay advanced = replay.advanced(after);
        return new Step(
                chosen.messages(),
                chosen.leftOut(),
                slice.end() ? advanced.ended(ReplayEnd.Why.COMPLETED, now) : advanced);
    }

    /**
     * One event that a step left out, now that its rows may have been mended.
     *
     * @return its message; none when it is not to be sent, or not there any more
     * @throws UnreadableRow when it still cannot be read
     */
    public List<DeliveryMessage> leftOut(Replay replay, Webhook webhook, EventId event, Instant now) {
        if (!event.mintedAt().isAfter(now.minus(retention))) {
            return List.of();
        }
        Slice slice = events.oldestFirst(feed(webhook), new EventRange(event, event), 1);
        Chosen chosen = choose(slice, replay, webhook, now);
        chosen.leftOut().stream().findFirst().ifPresent(still -> {
            throw new UnreadableRow(still.reason());
        });
        return chosen.messages();
    }

    /** Walks without sending anything, for at most {@link #COUNT_BUDGET} events; still running when that ended it. */
    public Replay count(Replay replay, Webhook webhook, Instant now) {
        Replay walked = replay;
        for (int read = 0; walked.isRunning() && read < COUNT_BUDGET; read += SLICE) {
            walked = next(walked, webhook, now).replay();
        }
        return walked;
    }

    private Chosen choose(Slice slice, Replay replay, Webhook webhook, Instant now) {
        Set<EventId> matching = slice.events().stream()
                .filter(event -> webhook.matches(event.type(), event.clinic()))
                .map(Event::id)
                .collect(Collectors.toUnmodifiableSet());
        if (matching.isEmpty()) {
            return new Chosen(List.of(), slice.unreadable());
        }
        Known known = known(webhook, matching);
        Set<EventId> unknown = known.unreadable().stream().map(Unreadable::id).collect(Collectors.toUnmodifiableSet());
        List<DeliveryMessage> messages = slice.events().stream()
                .filter(event -> !unknown.contains(event.id()))
                .filter(event -> replay.selection().wants(event, webhook, known.of(event), replay.createdAt()))
                .map(event -> DeliveryMessage.again(webhook, Payload.of(event), known.of(event), now))
                .toList();
        return new Chosen(
                messages,
                Stream.concat(slice.unreadable().stream(), known.unreadable().stream())
                        .toList());
    }

    /** What of a slice is sent, and what of it could not be read. */
    private record Chosen(List<DeliveryMessage> messages, List<Unreadable> leftOut) {}

    /** All in one call; one by one where that shows that a row cannot be read, so that the others are. */
    private Known known(Webhook webhook, Set<EventId> wanted) {
        try {
            return new Known(log.find(webhook.id(), wanted), List.of());
        } catch (UnreadableRow _) {
            Map<EventId, LoggedDelivery> readable = new HashMap<>();
            List<Unreadable> unreadable = new ArrayList<>();
            for (EventId event : wanted) {
                try {
                    readable.putAll(log.find(webhook.id(), Set.of(event)));
                } catch (UnreadableRow e) {
                    unreadable.add(new Unreadable(event, e.reason()));
                }
            }
            return new Known(readable, unreadable);
        }
    }

    /** What the log says of a slice's deliveries, and of which it cannot be read. */
    private record Known(Map<EventId, LoggedDelivery> logged, List<Unreadable> unreadable) {

        Optional<LoggedDelivery> of(Event event) {
            return Optional.ofNullable(logged.get(event.id()));
        }
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
