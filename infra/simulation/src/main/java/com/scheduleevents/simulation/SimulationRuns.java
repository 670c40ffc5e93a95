package com.scheduleevents.simulation;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;

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

    /** Runs them until one breaks a promise, and that one no longer than until then. */
    void runUntilBroken(List<SimulationPlan> plans) {
        for (SimulationPlan plan : plans) {
            SimulationResult result = result(plan, Simulation::runUntilBroken);
            if (!results.test(plan, result) || !result.broken().isEmpty()) {
                return;
            }
        }
    }

    static SimulationResult result(SimulationPlan plan) {
        return result(plan, Simulation::run);
    }

    private static SimulationResult result(SimulationPlan plan, Function<SimulationPlan, SimulationResult> simulation) {
        try {
            return simulation.apply(plan);
        } catch (RuntimeException e) {
            throw new IllegalStateException("seed " + plan.seed() + " could not be simulated", e);
        }
    }
}
