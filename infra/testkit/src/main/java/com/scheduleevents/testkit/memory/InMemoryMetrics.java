package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.metrics.MetricTotals;
import java.util.Map;

/** Metrics that a test can read. */
public final class InMemoryMetrics implements MetricRecorder {

    private final MetricTotals noted = new MetricTotals();
    private final MetricTotals handedOn = new MetricTotals();

    @Override
    public void add(Metric metric, long value) {
        noted.add(metric, value);
    }

    @Override
    public void flush() {
        noted.take().forEach(handedOn::add);
    }

    /** The metrics that were emitted since the last call; metrics that were not flushed are missing. */
    public Map<Metric, Long> take() {
        return handedOn.take();
    }
}
