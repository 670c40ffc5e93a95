/** What the meter shows: a table for people and a file for programs. */
@NullMarked
package com.scheduleevents.benchmark.report;

import org.jspecify.annotations.NullMarked;
