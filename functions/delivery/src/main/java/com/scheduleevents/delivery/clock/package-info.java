/** The function that queues probes of webhooks that are due. */
@NullMarked
package com.scheduleevents.delivery.clock;

import org.jspecify.annotations.NullMarked;
