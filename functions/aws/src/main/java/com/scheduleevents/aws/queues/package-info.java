/** The queues on SQS: deliveries, probes, replay steps, e-mails, counts, and dead-letter messages. */
@NullMarked
package com.scheduleevents.aws.queues;

import org.jspecify.annotations.NullMarked;
