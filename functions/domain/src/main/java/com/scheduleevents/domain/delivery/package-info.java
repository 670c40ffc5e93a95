/** Deliveries: messages, attempts, their outcomes, the retry schedule and the signatures. */
@NullMarked
package com.scheduleevents.domain.delivery;

import org.jspecify.annotations.NullMarked;
