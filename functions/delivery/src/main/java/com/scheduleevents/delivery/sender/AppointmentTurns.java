package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.EarlierDelivery;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the earlier delivery that a webhook has to get before another one of the appointment. The ids of all events that were confirmed before
 * this one was requested can be read, because each is announced before its event is recorded. The log says what became of those that were
 * attempted or dismissed. Any other is on its way, unless it was never recorded, or is none of the webhook's.
 */
final class AppointmentTurns {

    private static final Logger LOG = LoggerFactory.getLogger(AppointmentTurns.class);

    private final SenderDependencies ports;

    AppointmentTurns(SenderDependencies ports) {
        this.ports = ports;
    }

    /** The oldest one that is neither delivered nor dismissed nor dropped. If nothing has been heard of it for long, it is queued again. */
    Optional<EarlierDelivery> earlier(Webhook webhook, DeliveryMessage message) {
        List<EventId> ids = before(webhook, message);
        Map<EventId, LoggedDelivery> logged =
                ids.isEmpty() ? Map.of() : ports.log().find(webhook.id(), Set.copyOf(ids));
        for (EventId id : ids) {
            Optional<LoggedDelivery> row = Optional.ofNullable(logged.get(id));
            Optional<Event> event = isOver(webhook, id, row)
                    ? Optional.empty()
                    : ports.events().find(webhook.account(), id).filter(found -> webhook.mismatch(found)
                            .isEmpty());
            if (event.isPresent()) {
                requeueIfLost(webhook, event.get(), row);
                return Optional.of(new EarlierDelivery(row.flatMap(LoggedDelivery::nextAttempt)));
            }
        }
        return Optional.empty();
    }

    /** The newest ids of the appointment before that of the message, oldest first. */
    private List<EventId> before(Webhook webhook, DeliveryMessage message) {
        return new EventFields(message.payload().json())
                .appointment().stream()
                        .flatMap(appointment -> ports
                                .order()
                                .ids(webhook.account(), Set.of(appointment))
                                .headSet(message.payload().id())
                                .reversed()
                                .stream())
                        .limit(LoggedDeliveries.MAX)
                        .sorted()
                        .toList();
    }

    /** What was recorded before the order began, and is neither in the log nor in the backlog, may never have been sent to the webhook. */
    private boolean isOver(Webhook webhook, EventId id, Optional<LoggedDelivery> logged) {
        return logged.map(row -> row.isOver(webhook.generation()))
                .orElseGet(
                        () -> id.mintedAt().isBefore(webhook.orderedFrom().orElseThrow()) && !isInBacklog(webhook, id));
    }

    /**
     * Its message may have been dropped while the webhook did not match it, or lie in a dead-letter queue, and those behind it would wait for
     * ever.
     */
    private void requeueIfLost(Webhook webhook, Event event, Optional<LoggedDelivery> logged) {
        Instant now = ports.clock().instant();
        Instant due =
                logged.flatMap(LoggedDelivery::nextAttempt).orElse(event.id().mintedAt());
        if (due.plus(NextStep.LATEST_RETRY).isBefore(now) && !isInBacklog(webhook, event.id())) {
            LOG.warn(
                    "queued {} to {} again: others wait for it",
                    event.id().value(),
                    webhook.id().value());
            ports.retries().sendAgain(DeliveryMessage.missing(webhook, event, logged, now), Duration.ZERO);
        }
    }

    private boolean isInBacklog(Webhook webhook, EventId id) {
        return ports.backlog().find(webhook.id(), webhook.generation(), id).isPresent();
    }
}
