/** A command that posts a file of schedule changes through the public API. */
@NullMarked
package com.scheduleevents.local.producer;

import org.jspecify.annotations.NullMarked;
