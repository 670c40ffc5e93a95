/** The errors of the public API, and how exceptions and values are shown without revealing data. */
@NullMarked
package com.scheduleevents.domain.error;

import org.jspecify.annotations.NullMarked;
