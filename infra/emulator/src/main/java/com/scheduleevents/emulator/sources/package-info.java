/**
 * This package emulates event source mappings and schedules: it polls queues and streams, invokes functions with
 * batches and retries failed ones.
 */
@NullMarked
package com.scheduleevents.emulator.sources;

import org.jspecify.annotations.NullMarked;
