/** What both command lines share: how arguments are read, commands found, results and tables printed, and failures told. */
@NullMarked
package com.scheduleevents.terminal;

import org.jspecify.annotations.NullMarked;
