package com.scheduleevents.domain.metrics;

import com.scheduleevents.domain.delivery.DeadLetters;

/**
 * Dead letters that are counted.
 *
 * @param letters where they go
 * @param metrics where they are counted, once they are there
 */
public record CountedDeadLetters(DeadLetters letters, Metrics metrics) implements DeadLetters {

    @Override
    public void put(String body, String reason) {
        letters.put(body, reason);
        metrics.add(Metric.DEAD_LETTER_MESSAGES);
    }
}
