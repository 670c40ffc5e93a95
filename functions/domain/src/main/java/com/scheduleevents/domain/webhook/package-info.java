/** Webhooks: their settings, status, health and signing secrets, and the events that they match. */
@NullMarked
package com.scheduleevents.domain.webhook;

import org.jspecify.annotations.NullMarked;
