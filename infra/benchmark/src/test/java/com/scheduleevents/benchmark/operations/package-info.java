/** What a delivery may allocate. */
@NullMarked
package com.scheduleevents.benchmark.operations;

import org.jspecify.annotations.NullMarked;
