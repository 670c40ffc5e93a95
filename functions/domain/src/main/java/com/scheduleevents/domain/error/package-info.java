/** Errors: every one that the public API answers, and how they are shown without giving anything away. */
@NullMarked
package com.scheduleevents.domain.error;

import org.jspecify.annotations.NullMarked;
