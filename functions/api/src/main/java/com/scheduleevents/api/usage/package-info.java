/** The function that answers requests for usage. */
@NullMarked
package com.scheduleevents.api.usage;

import org.jspecify.annotations.NullMarked;
