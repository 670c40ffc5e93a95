package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract of {@link MetricRecorder}. */
public abstract class MetricRecorderContract {

    /** The port. */
    protected abstract MetricRecorder metrics();

    /** The values that were emitted since the last call of this method. */
    protected abstract Map<Metric, Long> handedOn();

    @Test
    void flushEmitsEachValueOnce() {
        metrics().add(Metric.EVENTS_RECORDED);
        metrics().add(Metric.EVENTS_RECORDED, 2);
        assertThat(handedOn()).isEmpty();

        metrics().flush();
        assertThat(handedOn()).containsExactly(Map.entry(Metric.EVENTS_RECORDED, 3L));

        metrics().flush();
        assertThat(handedOn()).isEmpty();
    }
}
