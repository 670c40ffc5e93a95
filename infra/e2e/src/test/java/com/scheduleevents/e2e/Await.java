package com.scheduleevents.e2e;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for conditions. The limit is generous, because only a failing test ever reaches it. */
public final class Await {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private Await() {}

    /** @param what the condition, as the message of a failure names it */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LIMIT).pollInterval(POLL_INTERVAL);
    }
}
