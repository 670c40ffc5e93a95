/** Sends deliveries to queues and event buses in the AWS accounts of customers. */
@NullMarked
package com.scheduleevents.delivery.customer;

import org.jspecify.annotations.NullMarked;
