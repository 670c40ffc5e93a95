/** The numbers of an invocation as one line of the log, from which CloudWatch makes metrics. */
@NullMarked
package com.scheduleevents.aws.metrics;

import org.jspecify.annotations.NullMarked;
