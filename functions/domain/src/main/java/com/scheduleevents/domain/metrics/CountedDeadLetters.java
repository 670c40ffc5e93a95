package com.scheduleevents.domain.metrics;

import com.scheduleevents.domain.delivery.DeadLetters;

/**
 * Counts dead-letter messages.
 *
 * @param queue the dead-letter queue that stores them
 * @param metrics counts each message after it was stored
 */
public record CountedDeadLetters(DeadLetters queue, Metrics metrics) implements DeadLetters {

    @Override
    public void put(String body, String reason) {
        queue.put(body, reason);
        metrics.add(Metric.DEAD_LETTER_MESSAGES);
    }
}
