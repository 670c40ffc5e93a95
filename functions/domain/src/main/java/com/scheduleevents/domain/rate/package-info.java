/** Rate limits that all execution environments share, with few calls to the table that they share. */
@NullMarked
package com.scheduleevents.domain.rate;

import org.jspecify.annotations.NullMarked;
