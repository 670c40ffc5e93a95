/** Requests to the public API. */
@NullMarked
package com.scheduleevents.cli.api;

import org.jspecify.annotations.NullMarked;
