package com.scheduleevents.domain.event;

import java.time.Duration;
import java.time.Instant;

/**
 * How old an event is when a reader of the feed forwards is shown it: at that age, no older one can appear any more
 * (docs/decisions/feed-forwards.md).
 *
 * @param account of the feed of an account, which is read consistently
 * @param clinics where clinics are selected, whose index may lag
 */
public record HoldBack(Duration account, Duration clinics) {

    /** No put begins later than five seconds after its id's time, and each takes a while. */
    private static final Duration SHORTEST = Recording.LONGEST_DELAY.multipliedBy(2);

    /** Rejects one under which events would be missed. */
    public HoldBack {
        if (account.compareTo(SHORTEST) < 0 || clinics.compareTo(account) < 0) {
            throw new IllegalArgumentException("events are held back for at least " + SHORTEST
                    + ", and for at least as long where clinics are selected");
        }
    }

    /** Up to when events are shown, to the millisecond. */
    Instant horizon(FeedSource source, Instant now) {
        Duration age = source.isOfAccount() ? account : clinics;
        return Instant.ofEpochMilli(now.minus(age).toEpochMilli());
    }
}
