/** The HTTP server that all emulated services use. */
@NullMarked
package com.scheduleevents.emulator.http;

import org.jspecify.annotations.NullMarked;
