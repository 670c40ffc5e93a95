/** The entry point of the operator's command line: its commands, arguments and error messages. */
@NullMarked
package com.scheduleevents.operator;

import org.jspecify.annotations.NullMarked;
