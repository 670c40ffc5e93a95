package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The pings and test events of each webhook and minute, in memory. */
public final class InMemoryPingLimit implements PingLimit {

    private final Map<String, Integer> pings = new HashMap<>();

    @Override
    public synchronized boolean allows(WebhookId webhook, Kind kind, Instant now) {
        return pings.merge(webhook.value() + kind + Math.floorDiv(now.getEpochSecond(), 60), 1, Integer::sum)
                <= kind.perMinute();
    }
}
