package com.scheduleevents.simulation.deployment;

import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;

/** Metrics that nobody reads: what the world is judged by is what its receivers, its API and its mailbox saw. */
final class SilentMetrics implements MetricRecorder {

    @Override
    public void add(Metric metric, long value) {
        // Nobody reads it.
    }

    @Override
    public void flush() {
        // Nobody reads it.
    }
}
