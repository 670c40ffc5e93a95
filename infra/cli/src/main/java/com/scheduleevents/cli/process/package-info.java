/** What commands need of their process: environment variables, terminal, clock, standard input and signals. */
@NullMarked
package com.scheduleevents.cli.process;

import org.jspecify.annotations.NullMarked;
