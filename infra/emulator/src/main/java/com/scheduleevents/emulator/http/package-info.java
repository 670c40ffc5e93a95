/** The HTTP server that every part of the embedded cloud listens with: requests as they were sent, answers as they are meant. */
@NullMarked
package com.scheduleevents.emulator.http;

import org.jspecify.annotations.NullMarked;
