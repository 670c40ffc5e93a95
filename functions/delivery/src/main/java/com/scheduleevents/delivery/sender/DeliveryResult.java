package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.circuit.Observation;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.Optional;

/** The result of processing a delivery message. */
sealed interface DeliveryResult {

    /**
     * The attempt was made and logged; if it failed, the next step is queued.
     *
     * @param webhook as it was read for the attempt
     * @param seen what the attempt showed of the receiver; empty where that says nothing about deliveries
     */
    record Attempted(Webhook webhook, Optional<Observation> seen) implements DeliveryResult {}

    /** No attempt was made. */
    enum Unattempted implements DeliveryResult {
        /** None was needed. */
        NOT_NEEDED,
        /** The delivery waits on the retry queue. */
        QUEUED,
        /** The delivery is in the backlog. */
        IN_BACKLOG,
        /** The function has no time left for an attempt: the delivery stays in the backlog. */
        NO_TIME,
        /** A delivery of the backlog could not be handled, and stays there. */
        FAULT
    }

    /** Whether neither the queue nor the backlog holds the delivery for a later attempt on behalf of this message. */
    default boolean isDone() {
        return this instanceof Attempted || this == Unattempted.NOT_NEEDED;
    }
}
