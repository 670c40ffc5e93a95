/** Webhooks: what is registered, what it matches, and its signing secrets. */
@NullMarked
package com.scheduleevents.domain.webhook;

import org.jspecify.annotations.NullMarked;
