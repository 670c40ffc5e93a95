/** What the simulated services share in reading requests. */
@NullMarked
package com.scheduleevents.simulation.requests;

import org.jspecify.annotations.NullMarked;
