/** Puts every recorded event in front of the webhooks that match it. */
@NullMarked
package com.scheduleevents.delivery.fanout;

import org.jspecify.annotations.NullMarked;
