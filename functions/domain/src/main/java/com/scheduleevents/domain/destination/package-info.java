/** Where deliveries go instead of to an HTTPS endpoint: a queue or an event bus in the customer's own AWS account. */
@NullMarked
package com.scheduleevents.domain.destination;

import org.jspecify.annotations.NullMarked;
