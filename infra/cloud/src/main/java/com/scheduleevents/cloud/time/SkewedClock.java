package com.scheduleevents.cloud.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/**
 * A machine's clock: some milliseconds before or behind the true time, and now and then it jumps to another difference, in
 * either direction, as when it is set.
 */
public final class SkewedClock extends Clock {

    private final InstantSource trueTime;
    private final RandomGenerator random;
    private final Skew skew;
    private final ZoneId zone;
    private Duration offset;
    private Instant nextJump;

    /**
     * @param trueTime what it should show
     * @param random draws how wrong it is
     */
    public SkewedClock(InstantSource trueTime, RandomGenerator random, Skew skew) {
        this(trueTime, random, skew, ZoneOffset.UTC);
    }

    private SkewedClock(InstantSource trueTime, RandomGenerator random, Skew skew, ZoneId zone) {
        this.trueTime = trueTime;
        this.random = random;
        this.skew = skew;
        this.zone = zone;
        this.offset = drawn(random, skew);
        this.nextJump = trueTime.instant().plus(untilJump(random, skew));
    }

    @Override
    public Instant instant() {
        Instant now = trueTime.instant();
        while (!now.isBefore(nextJump)) {
            offset = drawn(random, skew);
            nextJump = nextJump.plus(untilJump(random, skew));
        }
        return now.plus(offset).truncatedTo(ChronoUnit.MICROS);
    }

    private static Duration drawn(RandomGenerator random, Skew skew) {
        long most = skew.most().toNanos();
        return Duration.ofNanos(most == 0 ? 0 : random.nextLong(-most, most + 1));
    }

    private static Duration untilJump(RandomGenerator random, Skew skew) {
        return Duration.ofNanos(
                (long) (random.nextExponential() * skew.meanTimeBetweenJumps().toNanos()) + 1);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return other.equals(zone) ? this : new SkewedClock(trueTime, random, skew, other);
    }

    /**
     * How wrong clocks are.
     *
     * @param most how far from the true time at most
     * @param meanTimeBetweenJumps after how long it jumps, on average
     */
    public record Skew(Duration most, Duration meanTimeBetweenJumps) {}
}
