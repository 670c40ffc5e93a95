package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import java.time.Instant;

/**
 * What an attempt showed of the receiver.
 *
 * @param made the delivery with this attempt as its only one
 * @param slow whether the receiver takes long to respond
 * @param late whether the attempt began late after a drain had put the delivery on the queue
 * @param at when it had ended
 */
public record Observation(LoggedDelivery made, boolean slow, boolean late, Instant at) {

    boolean succeeded() {
        return made.status() == DeliveryStatus.SUCCEEDED;
    }

    /** Whether the delivery has further attempts. */
    boolean hasMore() {
        return made.status() == DeliveryStatus.PENDING;
    }

    Instant begun() {
        return Leases.millis(made.last().at());
    }

    /** Until when a failed attempt speaks for the receiver: until the next one of its delivery should have had its turn. */
    Instant coveredUntil() {
        return Leases.millis(made.nextAttempt().orElse(begun()).plus(NextStep.LONGEST_TURN));
    }

    LastFailure failure() {
        return new LastFailure(made.last().outcome(), made.last().status());
    }

    /** The event as one that the receiver rejects. */
    RejectedEvent rejection() {
        return new RejectedEvent(
                made.event(),
                Leases.millis(made.firstAttempt().orElseThrow()),
                made.made(),
                failure(),
                Leases.millis(at));
    }
}
