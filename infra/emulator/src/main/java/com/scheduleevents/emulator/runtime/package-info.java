/** Runs functions as Lambda's managed Java runtime does: each in a process of its own, under AWS's runtime client. */
@NullMarked
package com.scheduleevents.emulator.runtime;

import org.jspecify.annotations.NullMarked;
