/** Sample messages and records with which functions are primed before their SnapStart snapshot is taken. */
@NullMarked
package com.scheduleevents.delivery.priming;

import org.jspecify.annotations.NullMarked;
