/** Virtual time: one task runs at a time, and time passes only when none can. */
@NullMarked
package com.scheduleevents.simulation.time;

import org.jspecify.annotations.NullMarked;
