/** The command that repeats the fan-out of recorded events. */
@NullMarked
package com.scheduleevents.operator.fanout;

import org.jspecify.annotations.NullMarked;
