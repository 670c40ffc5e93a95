/** A demo webhook endpoint: it verifies deliveries, shows them, and simulates faults on request. */
@NullMarked
package com.scheduleevents.local.receiver;

import org.jspecify.annotations.NullMarked;
