/** The receivers: one HTTP request to one of them, and what comes of it. */
@NullMarked
package com.scheduleevents.domain.receiver;

import org.jspecify.annotations.NullMarked;
