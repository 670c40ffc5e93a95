package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long receivers take, as this environment of the function sees it: a rolling mean for each webhook. Only when one crosses
 * a bound is there anything to write.
 */
final class ResponseTimes {

    /** From here on a webhook's deliveries take the slower lane … */
    static final Duration SLOW = Duration.ofSeconds(2);

    /** … and from here on they take the fast one again. In between everything stays as it is. */
    static final Duration QUICK = Duration.ofSeconds(1);

    /** The weight of the newest answer in the mean. */
    private static final double WEIGHT = 0.2;

    private static final int MAX_WEBHOOKS = 10_000;

    private final Map<WebhookId, Double> means = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Takes an attempt in.
     *
     * @param slow what the webhook's row says
     * @return what it should say; empty when it says so
     */
    synchronized Optional<Boolean> after(WebhookId webhook, Duration took, boolean slow) {
        double mean =
                means.merge(webhook, (double) took.toMillis(), (before, now) -> before * (1 - WEIGHT) + now * WEIGHT);
        if (means.size() > MAX_WEBHOOKS) {
            means.remove(means.keySet().iterator().next());
        }
        if (!slow && mean > SLOW.toMillis()) {
            return Optional.of(true);
        }
        return slow && mean < QUICK.toMillis() ? Optional.of(false) : Optional.empty();
    }
}
