/** What the functions that deliver share. */
@NullMarked
package com.scheduleevents.delivery;

import org.jspecify.annotations.NullMarked;
