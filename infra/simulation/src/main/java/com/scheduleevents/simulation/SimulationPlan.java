package com.scheduleevents.simulation;

import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.simulation.faults.FaultFilter;
import com.scheduleevents.simulation.faults.FaultLevel;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is to be run.
 *
 * @param template what is deployed
 * @param seed everything is drawn from it
 * @param level how much goes wrong
 * @param troubled for how long it does
 * @param filter which of the drawn faults happen
 * @param trace who is told what happens, line by line; null for nobody
 */
public record SimulationPlan(
        Template template,
        long seed,
        FaultLevel level,
        Duration troubled,
        FaultFilter filter,
        @Nullable Consumer<String> trace) {

    /** All faults of a level for two days, and nobody told. */
    public static SimulationPlan of(Template template, long seed, FaultLevel level) {
        return new SimulationPlan(template, seed, level, Duration.ofDays(2), FaultFilter.ALL, null);
    }

    /** The same with a reader of what happens. */
    public SimulationPlan traced(Consumer<String> reader) {
        return new SimulationPlan(template, seed, level, troubled, filter, reader);
    }

    /** The same with other faults left out. */
    public SimulationPlan with(FaultFilter other) {
        return new SimulationPlan(template, seed, level, troubled, other, trace);
    }

    SimulatedWorld world() {
        SimulatedWorld.Builder builder = SimulatedWorld.of(seed).faults(filter);
        if (trace != null) {
            builder.trace(trace);
        }
        return builder.build();
    }
}
