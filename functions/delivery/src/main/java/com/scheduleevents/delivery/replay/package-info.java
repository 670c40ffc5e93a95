/** Makes the steps of replays. */
@NullMarked
package com.scheduleevents.delivery.replay;

import org.jspecify.annotations.NullMarked;
