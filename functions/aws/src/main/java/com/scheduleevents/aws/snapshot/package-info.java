/** Functions that Lambda starts from a snapshot: rehearsed before it is taken, and fresh when they come from it. */
@NullMarked
package com.scheduleevents.aws.snapshot;

import org.jspecify.annotations.NullMarked;
