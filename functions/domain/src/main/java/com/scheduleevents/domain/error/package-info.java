/** Every error that the public API answers: the one place that knows them all. */
@NullMarked
package com.scheduleevents.domain.error;

import org.jspecify.annotations.NullMarked;
