/** Holding: what keeps a dead receiver from costing anything. Parked deliveries, the checks that release them, the rules. */
@NullMarked
package com.scheduleevents.domain.holding;

import org.jspecify.annotations.NullMarked;
