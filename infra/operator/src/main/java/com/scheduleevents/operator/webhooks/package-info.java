/** The commands with which support staff look at webhooks and their deliveries, and help their owners. */
@NullMarked
package com.scheduleevents.operator.webhooks;

import org.jspecify.annotations.NullMarked;
