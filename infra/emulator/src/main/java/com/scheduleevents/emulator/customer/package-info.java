/** The AWS account of a customer, with roles and queues that deliveries can be sent to. */
@NullMarked
package com.scheduleevents.emulator.customer;

import org.jspecify.annotations.NullMarked;
