package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.DeliveryFacts;

/** The effect of a step of a delivery. */
sealed interface Effect {

    /** The message is complete. */
    record Done(DeliveryResult result) implements Effect {}

    /** The next step is decided from newer facts. */
    record NewFacts(DeliveryFacts facts) implements Effect {}
}
