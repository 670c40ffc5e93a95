/** The function behind {@code /events} and {@code /event_types}: records events and serves the feed. */
@NullMarked
package com.scheduleevents.api.events;

import org.jspecify.annotations.NullMarked;
