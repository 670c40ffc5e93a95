/** The functions behind the public API. */
@NullMarked
package com.scheduleevents.api;

import org.jspecify.annotations.NullMarked;
