/** Timestamps as the API reads and writes them. */
@NullMarked
package com.scheduleevents.domain.time;

import org.jspecify.annotations.NullMarked;
