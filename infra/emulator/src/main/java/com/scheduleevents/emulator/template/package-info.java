/** This package reads a SAM template and resolves every reference in it to a local value. */
@NullMarked
package com.scheduleevents.emulator.template;

import org.jspecify.annotations.NullMarked;
