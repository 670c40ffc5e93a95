/** The tables and queues of a deployment. */
@NullMarked
package com.scheduleevents.operator.deployment;

import org.jspecify.annotations.NullMarked;
