/** How fast the embedded cloud records and delivers on this machine, and whose code takes the processor's time. */
@NullMarked
package com.scheduleevents.benchmark.speed;

import org.jspecify.annotations.NullMarked;
