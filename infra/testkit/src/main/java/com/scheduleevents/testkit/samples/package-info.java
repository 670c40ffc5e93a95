/** This package makes up events and days of events for tests. */
@NullMarked
package com.scheduleevents.testkit.samples;

import org.jspecify.annotations.NullMarked;
