package com.scheduleevents.e2e;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for conditions: long enough for a busy machine, since only a failing test ever waits to the end. */
public final class Await {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private Await() {}

    /** @param what is waited for, as a failure names it */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LIMIT).pollInterval(BETWEEN_LOOKS);
    }
}
