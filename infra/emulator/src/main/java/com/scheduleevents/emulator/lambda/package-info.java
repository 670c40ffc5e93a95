/**
 * This package emulates Lambda: it hosts functions from their packaged jars, and each instance serves one request at
 * a time.
 */
@NullMarked
package com.scheduleevents.emulator.lambda;

import org.jspecify.annotations.NullMarked;
