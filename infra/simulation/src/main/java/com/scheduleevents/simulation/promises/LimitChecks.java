package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether a webhook with {@code max_per_second} gets no more first attempts than that. Each of them adds to a bucket, from which so many
 * flow in a second as the owner allows. Not counted are retries, pings, test events, and what is sent again because nobody knows
 * whether it was sent.
 */
final class LimitChecks {

    /**
     * The most seconds' worth that the bucket may hold: what one second allows comes at once, and a cold start takes some of those that
     * follow each other three seconds longer than others.
     */
    private static final int MOST = 4;

    /** The same while something fails: messages wait in their queue, come again, and come together. */
    private static final int MOST_WITH_FAULTS = 15;

    /** For how long a fault has consequences: what failed is tried again after a quarter of an hour at most. */
    private static final Duration AFTER_FAULTS = Duration.ofMinutes(30);

    /** What comes again within that time is not the first attempt of another retry cycle. */
    private static final Duration REPEATED = Duration.ofMinutes(10);

    private static final double NANOS_A_SECOND = 1e9;

    private final Ledger ledger;
    private final Map<WatchedWebhook, Bucket> buckets = new HashMap<>();

    LimitChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    void check(WatchedWebhook webhook, ReceivedRequest request) {
        int perSecond = webhook.settings().perSecond();
        if (perSecond == 0 || request.attempt() != 1) {
            return;
        }
        Instant now = request.at();
        int seconds = ledger.sawFaultSince(now.minus(AFTER_FAULTS)) ? MOST_WITH_FAULTS : MOST;
        double held = buckets.computeIfAbsent(webhook, _ -> new Bucket()).add(request.event(), perSecond, now);
        if (held > perSecond * seconds) {
            ledger.breaks(
                    Promise.LIMIT_IS_KEPT,
                    webhook.id(),
                    String.format(
                            "it was sent %s, and %.1f first attempts more than %d a second",
                            request.event(), held, perSecond));
        }
    }

    /** What a webhook was sent lately. */
    private static final class Bucket {

        private final Map<String, Instant> sent = new HashMap<>();
        private double held;
        private Instant last = Instant.EPOCH;

        /** What it holds when an attempt was added. */
        double add(String event, int perSecond, Instant now) {
            Instant before = sent.put(event, now);
            if (before == null || before.isBefore(now.minus(REPEATED))) {
                double flown = Duration.between(last, now).toNanos() / NANOS_A_SECOND * perSecond;
                held = Math.max(0, held - flown) + 1;
                last = now;
            }
            return held;
        }
    }
}
