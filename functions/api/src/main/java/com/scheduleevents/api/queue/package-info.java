/** The function behind {@code /webhooks/{webhook_id}/queue}. */
@NullMarked
package com.scheduleevents.api.queue;

import org.jspecify.annotations.NullMarked;
