package com.scheduleevents.domain.circuit;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The leases of probes and drain steps. A lease ends at a time that identifies it, to the millisecond.
 *
 * @param length how long a probe or a drain step owns its webhook; longer than the sender's timeout
 */
public record Leases(Duration length) {

    /** When a lease ends that is taken now. */
    Instant from(Instant now) {
        return millis(now.plus(length));
    }

    /** When a lease was taken. */
    Instant beginOf(Instant lease) {
        return lease.minus(length);
    }

    /** When a lease ends that is taken now and follows another one, from which it has to differ. */
    Instant after(Instant before, Instant now) {
        return different(before, from(now));
    }

    /** When the second look at an empty backlog is due. */
    Instant secondLook(Instant before, Instant now) {
        return different(before, millis(now.plus(length.dividedBy(2))));
    }

    /** A time as the rows keep it. */
    static Instant millis(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS);
    }

    /** A time that differs from the lease before. */
    static Instant different(Instant before, Instant wanted) {
        return wanted.equals(before) ? wanted.plusMillis(1) : wanted;
    }
}
