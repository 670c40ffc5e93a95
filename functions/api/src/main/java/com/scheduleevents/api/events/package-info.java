/** The function behind {@code /events}: records events and serves the feed. */
@NullMarked
package com.scheduleevents.api.events;

import org.jspecify.annotations.NullMarked;
