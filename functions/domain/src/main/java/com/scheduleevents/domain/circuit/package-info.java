/** Holding: what keeps a dead receiver from costing anything. Backlogged deliveries, the probes that release them, the rules. */
@NullMarked
package com.scheduleevents.domain.circuit;

import org.jspecify.annotations.NullMarked;
