/** Puts recorded events in front of the webhooks that match them once more. */
@NullMarked
package com.scheduleevents.operator.fanout;

import org.jspecify.annotations.NullMarked;
