/** Schedule changes as they come in lists and on queues: each with its event and its own idempotency key. */
@NullMarked
package com.scheduleevents.api.changes;

import org.jspecify.annotations.NullMarked;
