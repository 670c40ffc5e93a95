package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.List;
import java.util.Optional;

/**
 * The part of a logged delivery that is needed for counting.
 *
 * @param clinic the clinic of its event; a ping has none and is not counted
 * @param outcomes the outcomes of its attempts, as far as the log keeps them
 */
public record CountedDelivery(Optional<ClinicId> clinic, DeliveryStatus status, List<OutcomeClass> outcomes) {

    public CountedDelivery {
        outcomes = List.copyOf(outcomes);
    }
}
