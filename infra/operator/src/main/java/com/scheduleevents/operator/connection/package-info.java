/** Finds the deployment that a command works on, by its stack or by the file of a local cloud. */
@NullMarked
package com.scheduleevents.operator.connection;

import org.jspecify.annotations.NullMarked;
