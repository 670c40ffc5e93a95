/** The commands about usage: the figures of a month for the bill, and counting by hand. */
@NullMarked
package com.scheduleevents.operator.usage;

import org.jspecify.annotations.NullMarked;
