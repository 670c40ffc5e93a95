package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.AppointmentOrder;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the earlier delivery that a webhook has to get before another one of the appointment. The ids of all events that were confirmed before
 * this one was requested can be read, because each is announced before its event is recorded. The log says what became of those that were
 * attempted or dismissed. Any other is on its way, unless it was never recorded, or is none of the webhook's.
 *
 * @param order the ids of the events of each appointment
 */
public record AppointmentTurns(AppointmentOrder order, LoggedDeliveries log, Backlog backlog, EventStore events) {

    /**
     * A delivery for which another one waits.
     *
     * @param logged what the log has of it
     */
    public record Earlier(Event event, Optional<LoggedDelivery> logged) {}

    /**
     * The oldest one that is neither delivered nor dismissed nor dropped.
     *
     * @param webhook one that gets the events of each appointment in their order
     * @param event the event that waits
     * @param fields its fields
     */
    public Optional<Earlier> earlier(Webhook webhook, EventId event, EventFields fields) {
        List<EventId> ids = before(webhook, event, fields);
        Map<EventId, LoggedDelivery> logged = ids.isEmpty() ? Map.of() : log.find(webhook.id(), Set.copyOf(ids));
        return ids.stream()
                .flatMap(id -> stillToBeSent(webhook, id, Optional.ofNullable(logged.get(id))).stream())
                .findFirst();
    }

    private Optional<Earlier> stillToBeSent(Webhook webhook, EventId id, Optional<LoggedDelivery> logged) {
        return isOver(webhook, id, logged)
                ? Optional.empty()
                : events.find(webhook.account(), id)
                        .filter(event -> webhook.mismatch(event).isEmpty())
                        .map(event -> new Earlier(event, logged));
    }

    /** The newest ids of the appointment before that of the event, oldest first. */
    private List<EventId> before(Webhook webhook, EventId event, EventFields fields) {
        return fields.appointment().stream()
                .flatMap(appointment ->
                        order.ids(webhook.account(), Set.of(appointment)).headSet(event).reversed().stream())
                .limit(LoggedDeliveries.MAX)
                .sorted()
                .toList();
    }

    /** What was recorded before the order began, and is neither in the log nor in the backlog, may never have been sent to the webhook. */
    private boolean isOver(Webhook webhook, EventId id, Optional<LoggedDelivery> logged) {
        return logged.map(row -> row.isOver(webhook.generation()))
                .orElseGet(() -> id.mintedAt().isBefore(webhook.orderedFrom().orElseThrow())
                        && backlog.find(webhook.id(), webhook.generation(), id).isEmpty());
    }
}
