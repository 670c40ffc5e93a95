/** Usage: what of the service each clinic used on each day, counted from what was recorded, and read for the bill. */
@NullMarked
package com.scheduleevents.domain.usage;

import org.jspecify.annotations.NullMarked;
