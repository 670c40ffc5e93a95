/** What the program finds around itself: environment, terminal, clock and standard input. */
@NullMarked
package com.scheduleevents.cli.process;

import org.jspecify.annotations.NullMarked;
