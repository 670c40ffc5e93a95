/** Handles the batches that Lambda reads from queues and streams: each record on its own, failures reported. */
@NullMarked
package com.scheduleevents.aws.records;

import org.jspecify.annotations.NullMarked;
