/** The function that attempts deliveries and queues what follows each attempt. */
@NullMarked
package com.scheduleevents.delivery.sender;

import org.jspecify.annotations.NullMarked;
