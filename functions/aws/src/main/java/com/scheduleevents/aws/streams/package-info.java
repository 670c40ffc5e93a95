/** The records of the tables' streams. */
@NullMarked
package com.scheduleevents.aws.streams;

import org.jspecify.annotations.NullMarked;
