/** Functions that Lambda starts from a snapshot: primed before it is taken, and fresh when they come from it. */
@NullMarked
package com.scheduleevents.aws.snapshot;

import org.jspecify.annotations.NullMarked;
