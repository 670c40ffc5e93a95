package com.scheduleevents.domain.metrics;

import java.util.EnumMap;
import java.util.Map;

/** One value for each metric that something was noted of; safe to use from many threads. */
public final class MetricTotals {

    private final Map<Metric, Long> values = new EnumMap<>(Metric.class);

    /** Puts a value together with those before it. */
    public synchronized void add(Metric metric, long value) {
        values.merge(metric, value, metric::together);
    }

    /** Takes everything, in the order of the constants, and begins anew. */
    public synchronized Map<Metric, Long> take() {
        Map<Metric, Long> taken = new EnumMap<>(values);
        values.clear();
        return taken;
    }
}
