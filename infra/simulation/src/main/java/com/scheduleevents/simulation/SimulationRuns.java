package com.scheduleevents.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiPredicate;

/** Runs many plans, as many at once as there are processors: worlds have nothing in common. */
public final class SimulationRuns {

    private final BiPredicate<SimulationPlan, SimulationResult> results;

    /** @param results is told of each, in the order of the plans, and says whether to go on */
    public SimulationRuns(BiPredicate<SimulationPlan, SimulationResult> results) {
        this.results = results;
    }

    /** Runs them all. */
    public void run(List<SimulationPlan> plans) {
        int threads = Integer.getInteger("simulation.threads", 1);
        try (ExecutorService carriers = Executors.newFixedThreadPool(threads)) {
            List<Future<SimulationResult>> running = new ArrayList<>();
            plans.forEach(plan -> running.add(carriers.submit(() -> run(plan))));
            boolean goesOn = true;
            for (int i = 0; i < plans.size() && goesOn; i++) {
                goesOn = results.test(plans.get(i), running.get(i).get());
            }
            running.forEach(run -> run.cancel(false));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static SimulationResult run(SimulationPlan plan) {
        try {
            return Simulation.run(plan);
        } catch (RuntimeException e) {
            throw new IllegalStateException("seed " + plan.seed() + " could not be simulated", e);
        }
    }
}
