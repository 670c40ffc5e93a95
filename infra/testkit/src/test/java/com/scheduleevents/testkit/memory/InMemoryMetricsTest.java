package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.testkit.contract.MetricsContract;
import java.util.Map;

final class InMemoryMetricsTest extends MetricsContract {

    private final InMemoryMetrics metrics = new InMemoryMetrics();

    @Override
    protected Metrics metrics() {
        return metrics;
    }

    @Override
    protected Map<Metric, Long> handedOn() {
        return metrics.take();
    }
}
