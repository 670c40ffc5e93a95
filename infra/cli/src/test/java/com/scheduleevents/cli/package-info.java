/** Tests of the command line against an API that responds as it is told. */
@NullMarked
package com.scheduleevents.cli;

import org.jspecify.annotations.NullMarked;
