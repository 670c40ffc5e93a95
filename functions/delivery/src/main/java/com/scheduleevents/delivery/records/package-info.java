/** What queues and streams hand to a function: each record on its own, failures reported, nothing shared. */
@NullMarked
package com.scheduleevents.delivery.records;

import org.jspecify.annotations.NullMarked;
