/** Calls receivers: one HTTPS request to an address that was checked, under one deadline. */
@NullMarked
package com.scheduleevents.delivery.receiver;

import org.jspecify.annotations.NullMarked;
