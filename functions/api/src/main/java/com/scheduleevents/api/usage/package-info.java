/** The function behind {@code /usage}. */
@NullMarked
package com.scheduleevents.api.usage;

import org.jspecify.annotations.NullMarked;
