/** Forwards deliveries to a program on the developer's machine for as long as the command runs. */
@NullMarked
package com.scheduleevents.cli.listen;

import org.jspecify.annotations.NullMarked;
