/** The command line for integrators: a client of the public API. */
@NullMarked
package com.scheduleevents.cli;

import org.jspecify.annotations.NullMarked;
