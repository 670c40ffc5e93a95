package com.scheduleevents.domain.pull;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/**
 * Pulls deliveries for one consumer, oldest first. What the log says was acknowledged or dismissed, and what the webhook does not get any
 * more, is removed from the backlog instead: fan-out may have added it again after a failure, or the webhook was changed.
 */
public final class PullReader {

    /** How often the backlog is read for one request, because others took what was found or it was not wanted. */
    private static final int MAX_LOOKS = 5;

    /** How many deliveries of one webhook are taken at once: ten writes take as long as one. */
    private static final int CONCURRENCY = 10;

    private final PullQueue queue;
    private final LoggedDeliveries log;

    /** @param log says which of the deliveries in the queue are not wanted any more */
    public PullReader(PullQueue queue, LoggedDeliveries log) {
        this.queue = queue;
        this.log = log;
    }

    /**
     * A delivery for a consumer.
     *
     * @param number how often it was pulled in its present retry cycle, from 1
     */
    public record PulledDelivery(DeliveryMessage message, int number) {

        /** What the consumer acknowledges it with. */
        public PullReceipt receipt() {
            return PullReceipt.of(message);
        }
    }

    /**
     * The deliveries for a consumer.
     *
     * @param read how many deliveries were read to find them
     */
    public record Pulled(List<PulledDelivery> deliveries, int read) {

        public Pulled {
            deliveries = List.copyOf(deliveries);
        }
    }

    /**
     * Pulls the oldest deliveries that can be pulled.
     *
     * @param webhook an active pull webhook, read after {@code now}
     * @param max at most this many, from 1 to {@link PullQueue#MAX}
     * @param visibility after how long those that are not acknowledged can be pulled again
     */
    public Pulled pull(Webhook webhook, int max, Duration visibility, Instant now) {
        List<PulledDelivery> pulled = new ArrayList<>();
        int read = 0;
        for (int looks = 0; looks < MAX_LOOKS; looks++) {
            PullQueue.Look look = queue.look(webhook.id(), webhook.generation(), max - pulled.size(), now);
            List<PulledDelivery> taken = take(webhook, look.visible(), visibility, now);
            pulled.addAll(taken);
            read += look.read();
            if (taken.size() == look.visible().size() || pulled.size() == max) {
                break;
            }
        }
        // What a later look found may be older than what others left over.
        pulled.sort(
                Comparator.comparing(delivery -> delivery.message().payload().id()));
        return new Pulled(pulled, read);
    }

    private List<PulledDelivery> take(
            Webhook webhook, List<WaitingDelivery> visible, Duration visibility, Instant now) {
        Instant at = now.truncatedTo(ChronoUnit.MILLIS);
        Instant until = at.plus(visibility);
        Map<EventId, LoggedDelivery> logged = logged(webhook, visible);
        return visible.stream()
                .gather(Gatherers.mapConcurrent(
                        CONCURRENCY, found -> take(webhook, found, logged, found.pulled(at, until))))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<PulledDelivery> take(
            Webhook webhook, WaitingDelivery found, Map<EventId, LoggedDelivery> logged, WaitingDelivery taken) {
        DeliveryMessage message = found.message();
        NextStep step = NextStep.of(
                message,
                NextStep.MessageOrigin.PROBE,
                Optional.of(webhook),
                () -> Optional.ofNullable(logged.get(message.payload().id())),
                taken.pulledAt().orElseThrow());
        if (step instanceof NextStep.Drop) {
            queue.remove(message);
            return Optional.empty();
        }
        return queue.take(found, taken) ? Optional.of(new PulledDelivery(message, taken.pulls())) : Optional.empty();
    }

    /** An unreadable row of the log does not block the queue: its event may come again after it was acknowledged. */
    private Map<EventId, LoggedDelivery> logged(Webhook webhook, List<WaitingDelivery> visible) {
        if (visible.isEmpty()) {
            return Map.of();
        }
        try {
            return log.find(
                    webhook.id(),
                    visible.stream()
                            .map(found -> found.message().payload().id())
                            .collect(Collectors.toUnmodifiableSet()));
        } catch (UnreadableRow _) {
            return Map.of();
        }
    }
}
