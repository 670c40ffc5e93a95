/** The function that serves the files of the console. */
@NullMarked
package com.scheduleevents.api.console;

import org.jspecify.annotations.NullMarked;
