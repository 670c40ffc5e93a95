/** What both command lines share: how arguments are read, commands found, and tables written. */
@NullMarked
package com.scheduleevents.terminal;

import org.jspecify.annotations.NullMarked;
