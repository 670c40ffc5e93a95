package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.testkit.contract.MetricRecorderContract;
import java.util.Map;

final class InMemoryMetricsTest extends MetricRecorderContract {

    private final InMemoryMetrics metrics = new InMemoryMetrics();

    @Override
    protected MetricRecorder metrics() {
        return metrics;
    }

    @Override
    protected Map<Metric, Long> handedOn() {
        return metrics.take();
    }
}
