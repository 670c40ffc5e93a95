/** The function that queues a delivery of every recorded event for each matching webhook. */
@NullMarked
package com.scheduleevents.delivery.fanout;

import org.jspecify.annotations.NullMarked;
