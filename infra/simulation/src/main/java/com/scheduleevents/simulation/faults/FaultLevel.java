package com.scheduleevents.simulation.faults;

import com.scheduleevents.simulation.time.SkewedClock.Skew;
import java.time.Duration;

/** How many faults a simulated run has: of single calls, of whole services, and of clocks. */
public enum FaultLevel {
    /** None at all. */
    CALM(0, Duration.ofDays(100_000), Duration.ZERO),
    /** Few faults, as in a good week at AWS. */
    MILD(0.05, Duration.ofDays(20), Duration.ofMillis(5)),
    /** Many faults, as in a very bad week. */
    ROUGH(0.3, Duration.ofDays(4), Duration.ofMillis(50)),
    /** More faults than ever happen together. */
    SAVAGE(1, Duration.ofHours(30), Duration.ofMillis(500));

    private static final Duration BETWEEN_CLOCK_JUMPS = Duration.ofHours(2);

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

    /** How long a service works between two outages, on average. */
    Duration betweenOutages() {
        return betweenOutages;
    }

    /** How wrong the clocks of environments are. */
    public Skew skew() {
        return new Skew(skew, BETWEEN_CLOCK_JUMPS);
    }
}
