/** What goes wrong in the simulated world: drawn from the seed, counted by kind and by place. */
@NullMarked
package com.scheduleevents.cloud.faults;

import org.jspecify.annotations.NullMarked;
