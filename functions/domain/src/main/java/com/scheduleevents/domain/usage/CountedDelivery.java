package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.List;
import java.util.Optional;

/**
 * What the delivery log says of one delivery, as far as counting needs it.
 *
 * @param clinic the clinic of its event; a ping has none and is not counted
 * @param status what it is now
 * @param outcomes of its attempts, as many as the log keeps
 */
public record CountedDelivery(Optional<ClinicId> clinic, DeliveryStatus status, List<OutcomeClass> outcomes) {

    /** Keeps a copy. */
    public CountedDelivery {
        outcomes = List.copyOf(outcomes);
    }
}
