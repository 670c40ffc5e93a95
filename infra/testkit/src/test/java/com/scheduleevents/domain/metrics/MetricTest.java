package com.scheduleevents.domain.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MetricTest {

    @Test
    void everyOutcomeOfAnAttemptIsCountedByItself() {
        assertThat(Arrays.stream(OutcomeClass.values()).map(Metric::attempts)).doesNotHaveDuplicates();
        assertThat(Metric.attempts(OutcomeClass.REFUSED_ADDRESS).wireName()).isEqualTo("AttemptsRefusedAddress");
    }

    @Test
    void countsAddUpAndOfAgesTheGreatestIsKept() {
        MetricTotals tally = new MetricTotals();
        List.of(2L, 5L, 3L).forEach(value -> {
            tally.add(Metric.EVENTS_RECORDED, value);
            tally.add(Metric.OLDEST_UNDELIVERED, value);
        });
        assertThat(tally.take()).isEqualTo(Map.of(Metric.EVENTS_RECORDED, 10L, Metric.OLDEST_UNDELIVERED, 5L));
        assertThat(tally.take()).isEmpty();
    }

    @Test
    void aLetterThatCouldNotBePutAsideIsNotCounted() {
        InMemoryMetrics metrics = new InMemoryMetrics();
        List<String> letters = new ArrayList<>();
        DeadLetters away = (body, reason) -> {
            throw new IllegalStateException("the queue is away");
        };
        new CountedDeadLetters((body, reason) -> letters.add(body + reason), metrics).put("a", "b");
        assertThatThrownBy(() -> new CountedDeadLetters(away, metrics).put("c", "d"))
                .isInstanceOf(IllegalStateException.class);
        metrics.flush();
        assertThat(letters).containsExactly("ab");
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.DEAD_LETTER_MESSAGES, 1L));
    }
}
