package com.scheduleevents.simulation;

import com.scheduleevents.aws.wiring.WorkLimits;
import com.scheduleevents.cloud.faults.FaultFilter;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.RandomStreams;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a run.
 *
 * @param template what is deployed
 * @param seed everything is drawn from it
 * @param level how much goes wrong
 * @param pace how often people do something
 * @param troubled for how long something goes wrong
 * @param filter which of the drawn faults happen
 * @param ordinaryHours whether ordinary hours follow the recovery, and receivers fail once more in them
 * @param absent the names of the people who do nothing in the time of trouble
 * @param trace who is told what happens, line by line; null for nobody
 */
public record SimulationPlan(
        Template template,
        long seed,
        FaultLevel level,
        Pace pace,
        Duration troubled,
        FaultFilter filter,
        boolean ordinaryHours,
        Set<String> absent,
        @Nullable Consumer<String> trace) {

    /** A busy run with all faults of a level, and nobody told. */
    public static SimulationPlan of(Template template, long seed, FaultLevel level) {
        return of(template, seed, level, Pace.BUSY);
    }

    /** A run with all faults of a level, and nobody told. */
    static SimulationPlan of(Template template, long seed, FaultLevel level, Pace pace) {
        return new SimulationPlan(template, seed, level, pace, pace.troubled(), FaultFilter.ALL, true, Set.of(), null);
    }

    /** The same with a reader of what happens. */
    public SimulationPlan traced(Consumer<String> reader) {
        return new SimulationPlan(template, seed, level, pace, troubled, filter, ordinaryHours, absent, reader);
    }

    /** The same with other faults left out. */
    public SimulationPlan with(FaultFilter other) {
        return new SimulationPlan(template, seed, level, pace, troubled, other, ordinaryHours, absent, trace);
    }

    /** The same with another time of trouble. */
    public SimulationPlan lasting(Duration time) {
        return new SimulationPlan(template, seed, level, pace, time, filter, ordinaryHours, absent, trace);
    }

    /** The same without the ordinary hours. */
    public SimulationPlan withoutOrdinaryHours() {
        return new SimulationPlan(template, seed, level, pace, troubled, filter, false, absent, trace);
    }

    /** The same with other people absent. */
    public SimulationPlan without(Set<String> people) {
        return new SimulationPlan(
                template, seed, level, pace, troubled, filter, ordinaryHours, Set.copyOf(people), trace);
    }

    /** Drawn from the seed: what lies beyond a limit is hardly ever met with the values of a deployment. */
    private WorkLimits workLimits() {
        RandomGenerator random = new RandomStreams(seed).stream("work limits");
        return new WorkLimits(
                random.nextInt(1, WorkLimits.STANDARD.addedToBacklog() + 1),
                random.nextInt(10, WorkLimits.STANDARD.replayedPerStep() + 1),
                random.nextInt(200, WorkLimits.STANDARD.lookedBack() + 1),
                random.nextInt(100, WorkLimits.STANDARD.pulledAtOnce() + 1));
    }

    SimulatedWorld world() {
        SimulatedWorld.Builder builder = SimulatedWorld.of(seed).faults(filter).workLimits(workLimits());
        if (trace != null) {
            builder.trace(trace);
        }
        return builder.build();
    }
}
