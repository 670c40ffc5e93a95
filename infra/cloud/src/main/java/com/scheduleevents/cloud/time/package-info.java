/** Virtual time: one task runs at a time, and time passes only when none can. */
@NullMarked
package com.scheduleevents.cloud.time;

import org.jspecify.annotations.NullMarked;
