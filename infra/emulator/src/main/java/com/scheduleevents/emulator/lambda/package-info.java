/** Emulates Lambda: runs functions from their packaged jars, each instance serving one request at a time. */
@NullMarked
package com.scheduleevents.emulator.lambda;

import org.jspecify.annotations.NullMarked;
