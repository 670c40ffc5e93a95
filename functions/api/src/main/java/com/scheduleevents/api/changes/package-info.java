/** Schedule changes in batches and on queues: each is an event with its own idempotency key. */
@NullMarked
package com.scheduleevents.api.changes;

import org.jspecify.annotations.NullMarked;
