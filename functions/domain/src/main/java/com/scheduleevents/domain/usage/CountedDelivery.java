package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of a logged delivery that is needed for counting.
 *
 * @param clinic the clinic of its event; a ping has none and is not billed
 * @param generation the generation of its webhook in which its retry cycle began; empty in rows of earlier versions
 * @param attempts its attempts, as far as the log keeps them
 */
public record CountedDelivery(
        EventId event,
        Optional<ClinicId> clinic,
        DeliveryStatus status,
        OptionalLong generation,
        List<Attempt> attempts) {

    public CountedDelivery {
        attempts = List.copyOf(attempts);
    }

    /**
     * An attempt.
     *
     * @param took how long it took
     */
    public record Attempt(OutcomeClass outcome, Duration took) {

        /** Whether its duration is the receiver's: it has responded, or was waited for in vain. */
        boolean reachedReceiver() {
            return switch (outcome) {
                case SUCCEEDED, STATUS, REDIRECT, TIMEOUT -> true;
                default -> false;
            };
        }
    }

    /**
     * Whether an attempt follows by itself.
     *
     * @param sending the generation of the webhook; empty when it is disabled or deleted
     */
    boolean isSent(OptionalLong sending) {
        return status == DeliveryStatus.PENDING
                && sending.isPresent()
                && (generation.isEmpty() || generation.getAsLong() >= sending.getAsLong());
    }

    /** Whether a receiver has accepted it, in whichever retry cycle. */
    boolean isDelivered() {
        return status == DeliveryStatus.SUCCEEDED
                || attempts.stream().anyMatch(attempt -> attempt.outcome() == OutcomeClass.SUCCEEDED);
    }
}
