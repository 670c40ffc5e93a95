/** Lambda's event source mappings: read queues and streams, make batches, invoke functions, retry what failed. */
@NullMarked
package com.scheduleevents.local.sources;

import org.jspecify.annotations.NullMarked;
