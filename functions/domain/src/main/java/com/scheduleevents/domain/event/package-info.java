/** Events: ids, types, recording and the feed. */
@NullMarked
package com.scheduleevents.domain.event;

import org.jspecify.annotations.NullMarked;
