/** The function that carries out replays, step by step. */
@NullMarked
package com.scheduleevents.delivery.replay;

import org.jspecify.annotations.NullMarked;
