/** Emulates Lambda's event source mappings and EventBridge schedules: reads batches, invokes functions and retries failures. */
@NullMarked
package com.scheduleevents.emulator.sources;

import org.jspecify.annotations.NullMarked;
