/** Sends deliveries to queues in the AWS accounts of customers. */
@NullMarked
package com.scheduleevents.delivery.queue;

import org.jspecify.annotations.NullMarked;
