/** What JMH measures. It generates code from these classes, which therefore cannot be final. */
@NullMarked
package com.scheduleevents.benchmark.operations;

import org.jspecify.annotations.NullMarked;
