/** Runs the packaged functions as Lambda does: with Lambda's own runtime client, each in a process of its own. */
@NullMarked
package com.scheduleevents.runtime;

import org.jspecify.annotations.NullMarked;
