package com.scheduleevents.domain.usage;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/**
 * One request for figures over time.
 *
 * @param from the beginning of the first interval
 * @param to the end of the last one; not before {@code from}
 */
public record FiguresQuery(Interval interval, Instant from, Instant to) {

    /** A query for the intervals in which a span of time begins and ends. */
    public static FiguresQuery of(Interval interval, Instant from, Instant to) {
        Instant end = to.truncatedTo(interval.unit);
        return new FiguresQuery(
                interval, from.truncatedTo(interval.unit), end.equals(to) ? end : end.plus(1, interval.unit));
    }

    /** How many intervals there are. */
    public long length() {
        return interval.unit.between(from, to);
    }

    /** The beginnings of the intervals. */
    Stream<Instant> intervals() {
        return Stream.iterate(from, at -> at.isBefore(to), at -> at.plus(1, interval.unit));
    }

    /** The days of which they are a part. */
    List<UsageDay> days() {
        UsageDay last = UsageDay.of(to.minusNanos(1));
        return Stream.iterate(UsageDay.of(from), day -> day.compareTo(last) <= 0, day -> day.plus(1))
                .toList();
    }

    /** How long an interval is; it begins in UTC. */
    public enum Interval {
        /** An hour. */
        HOUR(ChronoUnit.HOURS, Duration.ofHours(24), 31 * 24),
        /** A day. */
        DAY(ChronoUnit.DAYS, Duration.ofDays(30), UsageQuery.MAX_DAYS);

        private final ChronoUnit unit;
        private final Duration usual;
        private final int most;

        Interval(ChronoUnit unit, Duration usual, int most) {
            this.unit = unit;
            this.usual = usual;
            this.most = most;
        }

        /** The time that a request covers when it has no beginning. */
        public Duration usual() {
            return usual;
        }

        /** The most intervals of a request. */
        public int most() {
            return most;
        }
    }
}
