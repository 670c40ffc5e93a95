/** The meter: what a million events cost, line by line, and how fast the embedded cloud delivers them. */
@NullMarked
package com.scheduleevents.benchmark;

import org.jspecify.annotations.NullMarked;
