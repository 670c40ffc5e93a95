/** What became of deliveries over time, of one webhook or of all: requests that two functions handle. */
@NullMarked
package com.scheduleevents.api.figures;

import org.jspecify.annotations.NullMarked;
