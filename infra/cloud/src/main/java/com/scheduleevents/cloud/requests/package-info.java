/** What the simulated services share in reading requests. */
@NullMarked
package com.scheduleevents.cloud.requests;

import org.jspecify.annotations.NullMarked;
