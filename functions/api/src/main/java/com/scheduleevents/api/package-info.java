/** What the functions behind the public API share. */
@NullMarked
package com.scheduleevents.api;

import org.jspecify.annotations.NullMarked;
