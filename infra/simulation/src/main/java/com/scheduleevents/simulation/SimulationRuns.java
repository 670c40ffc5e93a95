package com.scheduleevents.simulation;

import java.util.List;
import java.util.function.BiPredicate;

/** Runs plans in this process, one after the other, until the caller has seen enough. */
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

    static SimulationResult result(SimulationPlan plan) {
        try {
            return Simulation.run(plan);
        } catch (RuntimeException e) {
            throw new IllegalStateException("seed " + plan.seed() + " could not be simulated", e);
        }
    }
}
