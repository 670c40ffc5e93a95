/** Tests of what scenarios consume. */
@NullMarked
package com.scheduleevents.benchmark.cost;

import org.jspecify.annotations.NullMarked;
