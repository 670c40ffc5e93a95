/** Usage: what each clinic used on each day, counted from events and deliveries. */
@NullMarked
package com.scheduleevents.domain.usage;

import org.jspecify.annotations.NullMarked;
