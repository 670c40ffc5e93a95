/** Attempts deliveries, and carries out what follows each attempt. */
@NullMarked
package com.scheduleevents.delivery.sender;

import org.jspecify.annotations.NullMarked;
