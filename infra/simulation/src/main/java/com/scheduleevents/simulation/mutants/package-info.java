/** Deliberate faults in the product's code, by which the simulation shows that it can fail. */
@NullMarked
package com.scheduleevents.simulation.mutants;

import org.jspecify.annotations.NullMarked;
