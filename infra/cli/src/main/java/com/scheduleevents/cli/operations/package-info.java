/** The commands that are operations of the API's contract: one class makes and runs all of them, from tables that the build writes. */
@NullMarked
package com.scheduleevents.cli.operations;

import org.jspecify.annotations.NullMarked;
