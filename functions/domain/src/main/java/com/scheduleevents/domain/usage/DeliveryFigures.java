package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.List;
import java.util.OptionalLong;

/**
 * What became of some deliveries, whenever their attempts were made. All retry cycles count, as far as the log keeps their attempts.
 *
 * @param delivered those that were accepted once
 * @param failed those that were not, and that no attempt follows
 * @param pending those that were not accepted yet, and that an attempt follows
 * @param attempts the requests that were made for them
 * @param failedAttempts those of the requests that failed
 * @param times how long the responses took; a request without one in time counts as long as it was waited for
 */
public record DeliveryFigures(
        long delivered, long failed, long pending, long attempts, long failedAttempts, DurationHistogram times) {

    /** Those of no delivery. */
    public static final DeliveryFigures NOTHING = new DeliveryFigures(0, 0, 0, 0, 0, DurationHistogram.NONE);

    private static final int FIELDS = 6;
    private static final String SEPARATOR = " ";

    /** @param sending the generation of the webhook; empty when it is disabled or deleted */
    static DeliveryFigures of(CountedDelivery delivery, OptionalLong sending) {
        boolean delivered = delivery.isDelivered();
        boolean pending = !delivered && delivery.isSent(sending);
        List<CountedDelivery.Attempt> attempts = delivery.attempts();
        return new DeliveryFigures(
                delivered ? 1 : 0,
                delivered || pending ? 0 : 1,
                pending ? 1 : 0,
                attempts.size(),
                attempts.stream()
                        .filter(attempt -> attempt.outcome() != OutcomeClass.SUCCEEDED)
                        .count(),
                attempts.stream()
                        .filter(CountedDelivery.Attempt::reachedReceiver)
                        .map(attempt -> DurationHistogram.of(attempt.took()))
                        .reduce(DurationHistogram.NONE, DurationHistogram::plus));
    }

    /** The sum. */
    public DeliveryFigures plus(DeliveryFigures other) {
        return new DeliveryFigures(
                delivered + other.delivered,
                failed + other.failed,
                pending + other.pending,
                attempts + other.attempts,
                failedAttempts + other.failedAttempts,
                times.plus(other.times));
    }

    String text() {
        return String.join(
                SEPARATOR,
                Long.toString(delivered),
                Long.toString(failed),
                Long.toString(pending),
                Long.toString(attempts),
                Long.toString(failedAttempts),
                times.text());
    }

    /** @throws IllegalArgumentException when the text has another form */
    static DeliveryFigures parse(String text) {
        String[] fields = text.split(SEPARATOR, -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not the figures of deliveries: " + text);
        }
        return new DeliveryFigures(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                DurationHistogram.parse(fields[5]));
    }
}
