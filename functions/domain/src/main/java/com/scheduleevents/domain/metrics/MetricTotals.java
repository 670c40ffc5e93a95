package com.scheduleevents.domain.metrics;

import java.util.EnumMap;
import java.util.Map;

/** The values of one invocation, one for each metric that was added to; thread-safe. */
public final class MetricTotals {

    private final Map<Metric, Long> values = new EnumMap<>(Metric.class);

    /** Adds a value. */
    public synchronized void add(Metric metric, long value) {
        values.merge(metric, value, metric::together);
    }

    /** Returns all values in the order of the constants, and starts again from nothing. */
    public synchronized Map<Metric, Long> take() {
        Map<Metric, Long> taken = new EnumMap<>(values);
        values.clear();
        return taken;
    }
}
