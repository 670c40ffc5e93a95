package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every {@link Metrics} does. */
public abstract class MetricsContract {

    /** The port. */
    protected abstract Metrics metrics();

    /** What was handed on since the last call of this method. */
    protected abstract Map<Metric, Long> handedOn();

    @Test
    void flushHandsOnEachValueOnce() {
        metrics().add(Metric.EVENTS_RECORDED);
        metrics().add(Metric.EVENTS_RECORDED, 2);
        assertThat(handedOn()).isEmpty();

        metrics().flush();
        assertThat(handedOn()).containsExactly(Map.entry(Metric.EVENTS_RECORDED, 3L));

        metrics().flush();
        assertThat(handedOn()).isEmpty();
    }
}
