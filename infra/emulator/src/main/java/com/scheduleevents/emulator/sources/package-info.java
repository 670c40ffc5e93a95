/** Lambda's event source mappings: read queues and streams, make batches, invoke functions, retry what failed. */
@NullMarked
package com.scheduleevents.emulator.sources;

import org.jspecify.annotations.NullMarked;
