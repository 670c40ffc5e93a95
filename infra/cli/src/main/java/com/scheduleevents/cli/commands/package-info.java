/** The commands. */
@NullMarked
package com.scheduleevents.cli.commands;

import org.jspecify.annotations.NullMarked;
