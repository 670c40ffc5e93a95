package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rolling mean of the response time of each webhook, measured by this execution environment alone. The row of a webhook is written
 * only when the mean crosses a threshold.
 */
final class ResponseTimes {

    /** A webhook with a longer mean becomes slow: its deliveries go to the retry queue. */
    static final Duration SLOW = Duration.ofSeconds(2);

    /** A slow webhook with a shorter mean is no longer slow. Between the two thresholds nothing changes. */
    static final Duration FAST = Duration.ofSeconds(1);

    /** The weight of the newest response in the mean. */
    private static final double WEIGHT = 0.2;

    private static final int MAX_WEBHOOKS = 10_000;

    private final Map<WebhookId, Double> means = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Adds an attempt.
     *
     * @param slow whether the row of the webhook says that it is slow
     * @return whether it is slow now
     */
    synchronized boolean after(WebhookId webhook, Duration took, boolean slow) {
        double mean =
                means.merge(webhook, (double) took.toMillis(), (before, now) -> before * (1 - WEIGHT) + now * WEIGHT);
        if (means.size() > MAX_WEBHOOKS) {
            means.remove(means.keySet().iterator().next());
        }
        return slow ? mean >= FAST.toMillis() : mean > SLOW.toMillis();
    }
}
