/** SQS's standard queues, simulated: delay, visibility, duplicates, no order, redrive, message groups, retention. */
@NullMarked
package com.scheduleevents.cloud.sqs;

import org.jspecify.annotations.NullMarked;
