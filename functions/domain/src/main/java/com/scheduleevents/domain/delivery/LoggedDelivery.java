package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the log knows of a delivery.
 *
 * @param event what is delivered
 * @param type its type
 * @param clinic its clinic; a ping has none
 * @param cycle counts the delivery's runs of the retry schedule, from 1; who asks for a redelivery begins another
 * @param made how many attempts of this retry cycle were made
 * @param status what it is
 * @param firstAttempt when this retry cycle's first attempt was made; empty before it
 * @param nextAttempt when it is attempted again; empty when it is not
 * @param attempts those kept, of this retry cycle and earlier ones, oldest first
 */
public record LoggedDelivery(
        EventId event,
        String type,
        Optional<ClinicId> clinic,
        int cycle,
        int made,
        DeliveryStatus status,
        Optional<Instant> firstAttempt,
        Optional<Instant> nextAttempt,
        List<LoggedAttempt> attempts) {

    /**
     * How many attempts of earlier retry cycles are kept, so that a row stays small however often somebody asks again; and the first
     * of those that succeeded, however long ago: a delivery that was taken stays taken.
     */
    private static final int MAX_EARLIER = 33;

    /** Keeps a copy. */
    public LoggedDelivery {
        attempts = List.copyOf(attempts);
    }

    /** A delivery that is about to be attempted for the first time. */
    public static LoggedDelivery waiting(Payload payload, Instant now) {
        return new LoggedDelivery(
                payload.id(),
                payload.type(),
                payload.clinic(),
                DeliveryMessage.FIRST_CYCLE,
                0,
                DeliveryStatus.PENDING,
                Optional.empty(),
                Optional.of(now),
                List.of());
    }

    /** A delivery that is kept aside, not attempted yet. When it will be depends on its webhook. */
    public static LoggedDelivery backlog(DeliveryMessage message) {
        Payload payload = message.payload();
        return new LoggedDelivery(
                payload.id(),
                payload.type(),
                payload.clinic(),
                message.cycle(),
                0,
                DeliveryStatus.PENDING,
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Whether somebody who sees these clinics may see it; a ping is of none. */
    public boolean isSeenBy(Clinics seen) {
        return clinic.isEmpty() || seen.contains(clinic.get());
    }

    /** The attempt made last. */
    public LoggedAttempt last() {
        return attempts.getLast();
    }

    /** The same delivery at the beginning of its next retry cycle. */
    public LoggedDelivery nextCycle(Instant now) {
        int dropped = Math.max(0, attempts.size() - MAX_EARLIER);
        List<LoggedAttempt> kept = Stream.concat(
                        attempts.subList(0, dropped).stream()
                                .filter(attempt -> attempt.outcome() == OutcomeClass.SUCCEEDED)
                                .limit(1),
                        attempts.subList(dropped, attempts.size()).stream())
                .toList();
        return new LoggedDelivery(
                event, type, clinic, cycle + 1, 0, DeliveryStatus.PENDING, Optional.empty(), Optional.of(now), kept);
    }

    /** The same delivery, given up at its owner's wish; itself unless it is pending. */
    public LoggedDelivery dismissed() {
        return status == DeliveryStatus.PENDING
                ? new LoggedDelivery(
                        event,
                        type,
                        clinic,
                        cycle,
                        made,
                        DeliveryStatus.DISMISSED,
                        firstAttempt,
                        Optional.empty(),
                        attempts)
                : this;
    }
}
