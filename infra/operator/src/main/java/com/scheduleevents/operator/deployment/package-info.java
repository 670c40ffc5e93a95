/** Finds the tables and queues of a deployment, by its stack or by the file of a local cloud. */
@NullMarked
package com.scheduleevents.operator.deployment;

import org.jspecify.annotations.NullMarked;
