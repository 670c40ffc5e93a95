/** This package has the HTTP server that every emulated service listens with. */
@NullMarked
package com.scheduleevents.emulator.http;

import org.jspecify.annotations.NullMarked;
