/** Replays: jobs that send the events of a range of time to a webhook again. */
@NullMarked
package com.scheduleevents.domain.replay;

import org.jspecify.annotations.NullMarked;
