/** Prints results as text or JSON, and the sentences of failures. */
@NullMarked
package com.scheduleevents.cli.output;

import org.jspecify.annotations.NullMarked;
