/** The HTTP client for receivers: one HTTPS request to a checked address, under one deadline. */
@NullMarked
package com.scheduleevents.delivery.receiver;

import org.jspecify.annotations.NullMarked;
