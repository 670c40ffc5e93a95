package com.scheduleevents.cloud.faults;

import com.scheduleevents.cloud.time.SkewedClock.Skew;
import java.time.Duration;

/** How many faults a simulated run has: of single calls, of whole services, and of clocks. */
public enum FaultLevel {
    /** None at all. */
    CALM(0, Duration.ofDays(100_000), Duration.ZERO),
    /** Nothing fails, but some calls take seconds or come a second time within a minute, and reads, messages and environments are late. */
    SLOW(0, Duration.ofDays(100_000), Duration.ofMillis(5)) {
        @Override
        double rate(FaultKind kind) {
            return switch (kind) {
                case DELAYED -> SLOW_CALLS;
                case APPLIED_LATER -> LATE_CALLS;
                case LATE_MESSAGE -> LATE_MESSAGES;
                case STALE_READ, INDEX_LAG, EMPTY_RECEIVE, IDLE_ENVIRONMENT_TAKEN -> kind.most();
                default -> 0;
            };
        }

        @Override
        Duration mostLateness() {
            return MOST_LATENESS_OF_SLOW;
        }
    },
    /** Nothing fails, but environments die at calls that are made for the first time. */
    DYING(0, Duration.ofDays(100_000), Duration.ZERO) {
        @Override
        double rateOfFirstDeath() {
            return FIRST_DEATHS;
        }
    },
    /**
     * What the feed forwards has to stand: clocks are seconds off, calls have their effect up to a minute after they were given up, environments
     * die, and indexes lag by minutes.
     */
    ADRIFT(0, Duration.ofDays(100_000), Duration.ofSeconds(9)) {
        @Override
        double rate(FaultKind kind) {
            return switch (kind) {
                case APPLIED_LATER -> LATE_EFFECTS;
                case KILLED_BEFORE, KILLED_AFTER -> DEATHS;
                case DELAYED, REPEATED, RESPONSE_LOST -> kind.most();
                case INDEX_LAG, STALE_READ, IDLE_ENVIRONMENT_TAKEN -> kind.most();
                default -> 0;
            };
        }

        @Override
        Duration mostLateness() {
            return MOST_LATENESS_OF_SLOW;
        }

        @Override
        public Duration mostIndexLag() {
            return MOST_INDEX_LAG;
        }
    },
    /** Nothing fails but environments, which die at calls and between them. */
    CRASHING(0, Duration.ofDays(100_000), Duration.ZERO) {
        @Override
        double rate(FaultKind kind) {
            return switch (kind) {
                case KILLED_BEFORE, KILLED_AFTER, ENVIRONMENT_DIED -> DEATHS;
                default -> 0;
            };
        }
    },
    /** Few faults, as in a good week at AWS. */
    MILD(0.05, Duration.ofDays(20), Duration.ofMillis(5)),
    /** Many faults, as in a very bad week. */
    ROUGH(0.3, Duration.ofDays(4), Duration.ofMillis(50)),
    /** More faults than ever happen together. */
    SAVAGE(1, Duration.ofHours(30), Duration.ofMillis(500));

    private static final Duration BETWEEN_CLOCK_JUMPS = Duration.ofHours(2);
    private static final Duration MOST_LATENESS = Duration.ofMinutes(15);

    /** The service looks again for what a write adds that is so late, but not for a later one. */
    private static final Duration MOST_LATENESS_OF_SLOW = Duration.ofMinutes(1);

    private static final double FIRST_DEATHS = 0.15;

    /** What a reader of the feed allows for, and a little less. */
    private static final Duration MOST_INDEX_LAG = Duration.ofSeconds(175);

    private static final Duration USUAL_INDEX_LAG = Duration.ofSeconds(8);

    /** So often that a client's own retries fail after a call that has its effect later. */
    private static final double LATE_EFFECTS = 0.1;

    private static final double DEATHS = 0.03;

    private static final double SLOW_CALLS = 0.05;
    private static final double LATE_CALLS = 0.1;
    private static final double LATE_MESSAGES = 0.2;

    private final double factor;
    private final Duration betweenOutages;
    private final Duration skew;

    FaultLevel(double factor, Duration betweenOutages, Duration skew) {
        this.factor = factor;
        this.betweenOutages = betweenOutages;
        this.skew = skew;
    }

    double rate(FaultKind kind) {
        return kind.most() * factor;
    }

    /** How often an environment dies before a call of a place that no call has passed, and how often after it. */
    double rateOfFirstDeath() {
        return FIRST_DEATHS * factor;
    }

    /** How long after its caller gave it up a call may have its effect. */
    Duration mostLateness() {
        return MOST_LATENESS;
    }

    /** How long an index may take to learn of a write. */
    public Duration mostIndexLag() {
        return USUAL_INDEX_LAG;
    }

    /** How long a service works between two outages, on average. */
    Duration betweenOutages() {
        return betweenOutages;
    }

    /** How wrong the clocks of environments are. */
    public Skew skew() {
        return new Skew(skew, BETWEEN_CLOCK_JUMPS);
    }
}
