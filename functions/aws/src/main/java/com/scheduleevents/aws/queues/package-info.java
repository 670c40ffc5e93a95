/** The queues on SQS: deliveries, checks, mails, and what can never be handled. */
@NullMarked
package com.scheduleevents.aws.queues;

import org.jspecify.annotations.NullMarked;
