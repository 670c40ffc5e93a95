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
 * Reads a feed for a replay in slices, so that memory use does not depend on the length of the range.
 *
 * <p>The order is oldest first, because the receiver then gets the events in the order in which they happened. Events that are recorded
 * after the replay was requested need not be found, because they are delivered anyway.
 */
public final class ReplayWalk {

    /** The number of events that a dry run reads: some 50 pairs of reads, well within the timeout of API Gateway. */
    static final int COUNT_BUDGET = 5_000;

    private final EventStore events;
    private final LoggedDeliveries log;
    private final Duration retention;
    private final int slice;

    /**
     * @param retention how long an event can be read
     * @param slice the number of events per step, at most {@link LoggedDeliveries#MAX}
     */
    public ReplayWalk(EventStore events, LoggedDeliveries log, Duration retention, int slice) {
        this.events = events;
        this.log = log;
        this.retention = retention;
        this.slice = slice;
    }

    /**
     * The result of a step.
     *
     * @param messages the deliveries to queue
     * @param leftOut the events that could not be read
     * @param replay the replay after the step; completed when there are no more events
     */
    public record Step(List<DeliveryMessage> messages, List<Unreadable> leftOut, Replay replay) {

        public Step {
            messages = List.copyOf(messages);
            leftOut = List.copyOf(leftOut);
        }
    }

    /** Reads the slice after the replay's position. */
    public Step next(Replay replay, Webhook webhook, Instant now) {
        ReplaySelection selection = replay.selection();
        ReplayProgress before = replay.progress();
        Slice read = EventRange.forwards(now, retention, selection.since(), selection.until(), before.position())
                .map(range -> events.oldestFirst(feed(webhook), range, slice))
                .orElse(Slice.NOTHING);
        Chosen chosen = choose(read, replay, webhook, now);
        ReplayProgress after = new ReplayProgress(
                before.steps() + 1,
                read.lastRead().or(before::position),
                before.lookedAt() + seen(read.events(), webhook),
                before.queued() + chosen.messages().size());
        Replay advanced = replay.advanced(after);
        return new Step(
                chosen.messages(),
                chosen.leftOut(),
                read.end() ? advanced.ended(ReplayEnd.Why.COMPLETED, now) : advanced);
    }

    /**
     * Reads one event that a step skipped, whose rows may have been repaired since.
     *
     * @return its delivery; empty when it is not to be sent, or does not exist any more
     * @throws UnreadableRow when it still cannot be read
     */
    public List<DeliveryMessage> leftOut(Replay replay, Webhook webhook, EventId event, Instant now) {
        if (!event.mintedAt().isAfter(now.minus(retention))) {
            return List.of();
        }
        Slice read = events.oldestFirst(feed(webhook), new EventRange(event, event), 1);
        Chosen chosen = choose(read, replay, webhook, now);
        chosen.leftOut().stream().findFirst().ifPresent(still -> {
            throw new UnreadableRow(still.reason());
        });
        return chosen.messages();
    }

    /** Reads without sending anything, at most {@link #COUNT_BUDGET} events; the result is still running when there are more. */
    public Replay count(Replay replay, Webhook webhook, Instant now) {
        Replay walked = replay;
        for (int read = 0; walked.isRunning() && read < COUNT_BUDGET; read += slice) {
            walked = next(walked, webhook, now).replay();
        }
        return walked;
    }

    private Chosen choose(Slice read, Replay replay, Webhook webhook, Instant now) {
        Set<EventId> matching =
                read.events().stream().filter(webhook::matches).map(Event::id).collect(Collectors.toUnmodifiableSet());
        if (matching.isEmpty()) {
            return new Chosen(List.of(), read.unreadable());
        }
        Known known = known(webhook, matching);
        Set<EventId> unknown = known.unreadable().stream().map(Unreadable::id).collect(Collectors.toUnmodifiableSet());
        List<DeliveryMessage> messages = read.events().stream()
                .filter(event -> !unknown.contains(event.id()))
                .filter(event -> replay.selection().wants(event, webhook, known.of(event), replay.createdAt()))
                .map(event -> DeliveryMessage.again(webhook, Payload.of(event), known.of(event), now))
                .toList();
        return new Chosen(
                messages,
                Stream.concat(read.unreadable().stream(), known.unreadable().stream())
                        .toList());
    }

    /** The deliveries of a slice, and the events that could not be read. */
    private record Chosen(List<DeliveryMessage> messages, List<Unreadable> leftOut) {}

    /** Reads all deliveries in one call; when one of them cannot be read, each alone, so that the others are found. */
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

    /** The logged deliveries of a slice, and those that cannot be read. */
    private record Known(Map<EventId, LoggedDelivery> logged, List<Unreadable> unreadable) {

        Optional<LoggedDelivery> of(Event event) {
            return Optional.ofNullable(logged.get(event.id()));
        }
    }

    /** Counts only clinics that the owner of the webhook sees, so that the figure tells nothing about other clinics. */
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
