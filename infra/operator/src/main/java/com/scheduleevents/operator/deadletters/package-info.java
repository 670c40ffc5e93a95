/** Explains and redrives the messages of the dead-letter queues. */
@NullMarked
package com.scheduleevents.operator.deadletters;

import org.jspecify.annotations.NullMarked;
