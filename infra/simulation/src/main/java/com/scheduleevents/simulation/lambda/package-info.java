/** Lambda, simulated: execution environments, and what polls queues, streams and schedules for them. */
@NullMarked
package com.scheduleevents.simulation.lambda;

import org.jspecify.annotations.NullMarked;
