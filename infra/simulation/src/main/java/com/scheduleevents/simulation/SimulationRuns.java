package com.scheduleevents.simulation;

import java.util.List;
import java.util.function.BiPredicate;

/**
 * Runs many plans, one after the other. Worlds that ran beside each other in one JVM would wait for the same locks of libraries,
 * which no seed decides; who has more cores starts more commands.
 */
public final class SimulationRuns {

    private final BiPredicate<SimulationPlan, SimulationResult> results;

    /** @param results is told of each, and says whether to go on */
    public SimulationRuns(BiPredicate<SimulationPlan, SimulationResult> results) {
        this.results = results;
    }

    /** Runs them all. */
    public void run(List<SimulationPlan> plans) {
        for (SimulationPlan plan : plans) {
            if (!results.test(plan, result(plan))) {
                return;
            }
        }
    }

    private static SimulationResult result(SimulationPlan plan) {
        try {
            return Simulation.run(plan);
        } catch (RuntimeException e) {
            throw new IllegalStateException("seed " + plan.seed() + " could not be simulated", e);
        }
    }
}
