@NullMarked
package com.scheduleevents.domain.circuit;

import org.jspecify.annotations.NullMarked;
