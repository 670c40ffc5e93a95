package com.scheduleevents.simulation.lambda;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.sources.ScheduleEvents;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Invokes a function at its times, each at least once and some late (EventBridge User Guide, "scheduled rules"). */
public final class ScheduledRule {

    private static final Duration MEAN_LATENESS = Duration.ofMinutes(2);
    private static final Duration MOST_LATENESS = Duration.ofMinutes(15);
    private static final Duration MEAN_UNTIL_AGAIN = Duration.ofSeconds(20);

    private final String name;
    private final UnaryOperator<Instant> times;
    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final SimulatedLambda lambda;
    private final String function;
    private final int maximumRetries;
    private final BooleanSupplier hasWork;
    private final CallSite site;
    private final ScheduleEvents events;

    /**
     * A rule that does nothing before it is started.
     *
     * @param times gives the first time after another one
     * @param function the name of the function
     * @param maximumRetries how often the function is invoked again when it fails
     * @param hasWork whether the function would find anything to do; when it would not, the invocation is left out
     */
    public ScheduledRule(
            String name,
            UnaryOperator<Instant> times,
            Scheduler scheduler,
            FaultInjector faults,
            SimulatedLambda lambda,
            String function,
            int maximumRetries,
            BooleanSupplier hasWork) {
        this.name = name;
        this.times = times;
        this.scheduler = scheduler;
        this.faults = faults;
        this.lambda = lambda;
        this.function = function;
        this.maximumRetries = maximumRetries;
        this.hasWork = hasWork;
        this.site = new CallSite("world", "schedule", name);
        this.events = new ScheduleEvents("us-east-1", "000000000000", name);
    }

    /** Times that come at a rate, such as every minute. */
    public static UnaryOperator<Instant> every(Duration period) {
        return time -> {
            long millis = period.toMillis();
            return Instant.ofEpochMilli((time.toEpochMilli() / millis + 1) * millis);
        };
    }

    /** One time a day, in UTC. */
    public static UnaryOperator<Instant> dailyAt(Duration afterMidnight) {
        return time -> {
            Instant today = time.truncatedTo(ChronoUnit.DAYS).plus(afterMidnight);
            return today.isAfter(time) ? today : today.plus(1, ChronoUnit.DAYS);
        };
    }

    /** From now on the function is invoked at its times. */
    public void start() {
        plan(times.apply(scheduler.now()));
    }

    private void plan(Instant time) {
        scheduler.at(time, () -> {
            Duration late = faults.strikes(FaultKind.SCHEDULE_LATE, site)
                    ? faults.time(site.port(), MEAN_LATENESS, MOST_LATENESS)
                    : Duration.ZERO;
            scheduler.after(late, () -> invoke(time));
            if (faults.strikes(FaultKind.SCHEDULE_REPEATED, site)) {
                Duration again = faults.time(site.port(), MEAN_UNTIL_AGAIN, MOST_LATENESS);
                scheduler.after(late.plus(again), () -> invoke(time));
            }
            plan(times.apply(time));
        });
    }

    private void invoke(Instant time) {
        if (!hasWork.getAsBoolean()) {
            return;
        }
        byte[] event = events.event(name + "-" + time.getEpochSecond(), time);
        lambda.invokeLater(function, event, maximumRetries);
    }
}
