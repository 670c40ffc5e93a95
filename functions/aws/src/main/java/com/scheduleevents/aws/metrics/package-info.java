/** The metrics of an invocation as one log line, from which CloudWatch extracts them. */
@NullMarked
package com.scheduleevents.aws.metrics;

import org.jspecify.annotations.NullMarked;
