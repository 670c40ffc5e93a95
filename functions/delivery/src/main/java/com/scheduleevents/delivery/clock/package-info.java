/** Has every webhook looked at that is due: the one step of delivery that no message starts. */
@NullMarked
package com.scheduleevents.delivery.clock;

import org.jspecify.annotations.NullMarked;
