/** Queues of messages. */
@NullMarked
package com.scheduleevents.domain.queue;

import org.jspecify.annotations.NullMarked;
