/** What scenarios cost: the real handlers in a simulated world, all that is billed counted, times the price list. */
@NullMarked
package com.scheduleevents.benchmark.cost;

import org.jspecify.annotations.NullMarked;
