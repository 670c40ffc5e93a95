/** The metrics of the service, and how the values of one invocation are combined. */
@NullMarked
package com.scheduleevents.domain.metrics;

import org.jspecify.annotations.NullMarked;
