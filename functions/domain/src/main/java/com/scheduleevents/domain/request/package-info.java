/** Requests with an idempotency key, which are remembered so that a repeat is recognised. */
@NullMarked
package com.scheduleevents.domain.request;

import org.jspecify.annotations.NullMarked;
