package com.scheduleevents.domain.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MetricTest {

    @Test
    void everyOutcomeOfAnAttemptHasItsOwnMetric() {
        assertThat(Arrays.stream(OutcomeClass.values()).map(Metric::attempts)).doesNotHaveDuplicates();
        assertThat(Metric.attempts(OutcomeClass.REFUSED_ADDRESS).wireName()).isEqualTo("AttemptsRefusedAddress");
    }

    @Test
    void countsAddUpAndAgesKeepTheMaximum() {
        MetricTotals tally = new MetricTotals();
        List.of(2L, 5L, 3L).forEach(value -> {
            tally.add(Metric.EVENTS_RECORDED, value);
            tally.add(Metric.OLDEST_UNDELIVERED, value);
        });
        assertThat(tally.take()).isEqualTo(Map.of(Metric.EVENTS_RECORDED, 10L, Metric.OLDEST_UNDELIVERED, 5L));
        assertThat(tally.take()).isEmpty();
    }
}
