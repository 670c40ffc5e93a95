/** Receivers: the request and the outcome of an attempt. */
@NullMarked
package com.scheduleevents.domain.receiver;

import org.jspecify.annotations.NullMarked;
