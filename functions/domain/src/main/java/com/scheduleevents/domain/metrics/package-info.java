/** The numbers that tell operators how the service does: what is counted, and how one invocation's counts become one. */
@NullMarked
package com.scheduleevents.domain.metrics;

import org.jspecify.annotations.NullMarked;
