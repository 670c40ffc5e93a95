package com.scheduleevents.e2e;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;

/**
 * Waits for conditions. Only a failing test reaches the limit. It is longer than the half of a stretched probe lease (20 minutes), after which
 * the service looks again where a machine was so slow that writes or messages of a probe failed.
 */
public final class Await {

    private static final Duration LIMIT = Duration.ofMinutes(25);
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(50);

    /** What takes long is looked at less often: each look costs the machine that everything else runs on. */
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);

    private Await() {}

    /** @param what the condition, as the message of a failure names it */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .atMost(LIMIT)
                .pollInterval(IterativePollInterval.iterative(
                        last -> last.multipliedBy(3).dividedBy(2).compareTo(LONGEST_INTERVAL) < 0
                                ? last.multipliedBy(3).dividedBy(2)
                                : LONGEST_INTERVAL,
                        SHORTEST_INTERVAL));
    }
}
