/** Replays: jobs that send a webhook again what was recorded in a stretch of time, and the rules that they walk by. */
@NullMarked
package com.scheduleevents.domain.replay;

import org.jspecify.annotations.NullMarked;
