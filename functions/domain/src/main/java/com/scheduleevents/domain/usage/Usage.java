package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.OutcomeClass;

/**
 * What was used of the service. Events and successful deliveries are billed; the other two tell how it went.
 *
 * @param events how many events were recorded
 * @param succeeded how many deliveries a receiver took, each counted once however often it was sent
 * @param failed how many deliveries ended without a receiver having taken them
 * @param attempts how many requests were made to receivers, retries and redeliveries included
 */
public record Usage(long events, long succeeded, long failed, long attempts) {

    /** None at all. */
    public static final Usage NOTHING = new Usage(0, 0, 0, 0);

    /** One recorded event. */
    public static final Usage EVENT = new Usage(1, 0, 0, 0);

    /**
     * One delivery, as the log has it. What a receiver took once stays taken: a redelivery neither counts again nor, when it
     * fails, takes back. One that is still to be attempted has not ended.
     */
    public static Usage of(CountedDelivery delivery) {
        boolean taken = delivery.status() == DeliveryStatus.SUCCEEDED
                || delivery.outcomes().contains(OutcomeClass.SUCCEEDED);
        boolean ended = delivery.status() != DeliveryStatus.PENDING;
        return new Usage(
                0, taken ? 1 : 0, ended && !taken ? 1 : 0, delivery.outcomes().size());
    }

    /** Both together. */
    public Usage plus(Usage other) {
        return new Usage(
                events + other.events, succeeded + other.succeeded, failed + other.failed, attempts + other.attempts);
    }
}
