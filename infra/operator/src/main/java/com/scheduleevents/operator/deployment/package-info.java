/** What a command works on: the tables and queues of one deployment, found by the name of its stack. */
@NullMarked
package com.scheduleevents.operator.deployment;

import org.jspecify.annotations.NullMarked;
