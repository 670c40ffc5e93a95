/** The AWS account of a customer, with roles, and queues and event buses that deliveries can be sent to. */
@NullMarked
package com.scheduleevents.emulator.customer;

import org.jspecify.annotations.NullMarked;
