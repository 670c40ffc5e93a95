package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.delivery.DeliveryStatus;

/**
 * Usage of the service. Events and successful deliveries are billed; the other figures are for information.
 *
 * @param succeeded deliveries that a receiver accepted, each counted once however often it was sent
 * @param failed deliveries that ended without success
 * @param attempts requests to receivers, including retries and redeliveries
 */
public record Usage(long events, long succeeded, long failed, long attempts) {

    /** No usage. */
    public static final Usage NOTHING = new Usage(0, 0, 0, 0);

    /** One recorded event. */
    public static final Usage EVENT = new Usage(1, 0, 0, 0);

    /**
     * The usage of one delivery. Once it has succeeded, it counts as one success: a redelivery neither counts again nor turns it into a
     * failure. A pending delivery counts as neither.
     */
    public static Usage of(CountedDelivery delivery) {
        boolean succeeded = delivery.isDelivered();
        boolean ended = delivery.status() != DeliveryStatus.PENDING;
        return new Usage(
                0,
                succeeded ? 1 : 0,
                ended && !succeeded ? 1 : 0,
                delivery.attempts().size());
    }

    /** The sum. */
    public Usage plus(Usage other) {
        return new Usage(
                events + other.events, succeeded + other.succeeded, failed + other.failed, attempts + other.attempts);
    }
}
