/** The circuit breaker of a webhook, which keeps a dead receiver from costing anything, its probes and its backlog. */
@NullMarked
package com.scheduleevents.domain.circuit;

import org.jspecify.annotations.NullMarked;
