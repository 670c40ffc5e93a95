package com.scheduleevents.domain.pull;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import java.time.Instant;
import java.util.Optional;

/**
 * A delivery of a pull webhook that was not acknowledged yet.
 *
 * @param message the delivery
 * @param pulls how often it was pulled
 * @param pulledAt when it was last pulled; to the millisecond
 * @param visibleAt from when it can be pulled again; empty before it was pulled; to the millisecond
 */
public record WaitingDelivery(
        DeliveryMessage message, int pulls, Optional<Instant> pulledAt, Optional<Instant> visibleAt) {

    /** A delivery that nobody has pulled. */
    public WaitingDelivery(DeliveryMessage message) {
        this(message, 0, Optional.empty(), Optional.empty());
    }

    /** Whether it can be pulled. */
    public boolean isVisible(Instant now) {
        return visibleAt.filter(now::isBefore).isEmpty();
    }

    /** The same delivery after it was pulled once more. */
    public WaitingDelivery pulled(Instant now, Instant until) {
        return new WaitingDelivery(message, pulls + 1, Optional.of(now), Optional.of(until));
    }
}
