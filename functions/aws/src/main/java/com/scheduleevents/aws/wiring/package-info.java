/** Builds stores and queues from the environment of whatever uses them. */
@NullMarked
package com.scheduleevents.aws.wiring;

import org.jspecify.annotations.NullMarked;
