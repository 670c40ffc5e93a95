/** The event types that the API had when this command line was built. */
@NullMarked
package com.scheduleevents.cli.catalogue;

import org.jspecify.annotations.NullMarked;
