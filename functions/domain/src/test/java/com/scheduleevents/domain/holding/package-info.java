@NullMarked
package com.scheduleevents.domain.holding;

import org.jspecify.annotations.NullMarked;
