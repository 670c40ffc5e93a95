package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultChoice;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.simulation.promises.Promise;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Makes a run that breaks a promise smaller: without the ordinary hours, with less time, fewer people and fewer faults, as long as the
 * same promise is broken. What is left out changes everything after it, so the result is not the smallest run there is, but one that
 * is easier to read.
 */
final class FailureMinimizer {

    private static final int SHORTEST_PARTS = 16;
    private static final int MOST_CHUNKS = 64;

    private final Function<SimulationPlan, SimulationResult> simulation;
    private int triesLeft;

    /**
     * @param simulation runs a plan
     * @param mostTries how many plans may be run in all
     */
    FailureMinimizer(Function<SimulationPlan, SimulationResult> simulation, int mostTries) {
        this.simulation = simulation;
        this.triesLeft = mostTries;
    }

    /**
     * A plan that breaks the same promise, and its result.
     *
     * @param found a run that broke the promise
     */
    Failure minimize(Failure found, Promise promise) {
        Failure smaller = tried(found.plan().withoutOrdinaryHours(), promise).orElse(found);
        smaller = withLessTime(smaller, promise);
        smaller = withFewerPeople(smaller, promise);
        FaultChoice all = FaultChoice.of(EnumSet.copyOf(
                smaller.result().counts().byKind().isEmpty()
                        ? EnumSet.allOf(FaultKind.class)
                        : smaller.result().counts().byKind().keySet()));
        smaller = withFewerKinds(smaller, all, promise);
        return smaller;
    }

    private Failure withLessTime(Failure found, Promise promise) {
        Duration all = found.plan().troubled();
        for (int parts = SHORTEST_PARTS; parts > 1; parts /= 2) {
            Optional<Failure> shorter = tried(found.plan().lasting(all.dividedBy(parts)), promise);
            if (shorter.isPresent()) {
                return shorter.get();
            }
        }
        return found;
    }

    private Failure withFewerPeople(Failure found, Promise promise) {
        Failure smaller = found;
        for (String person : found.result().people()) {
            Set<String> absent = new TreeSet<>(smaller.plan().absent());
            if (absent.add(person)) {
                smaller = tried(smaller.plan().without(absent), promise).orElse(smaller);
            }
        }
        return smaller;
    }

    private Failure withFewerKinds(Failure found, FaultChoice all, Promise promise) {
        Failure smaller = found;
        FaultChoice choice = all;
        for (FaultKind kind : all.kinds()) {
            FaultChoice fewer = choice.without(kind);
            Optional<Failure> failure = tried(smaller.plan().with(fewer), promise);
            if (failure.isPresent()) {
                smaller = failure.get();
                choice = fewer;
            }
        }
        return withFewerFaults(smaller, choice, promise);
    }

    /** Leaves out ever smaller pieces of the drawn faults. Ordinals count those too that the filter does not let happen. */
    private Failure withFewerFaults(Failure found, FaultChoice choice, Promise promise) {
        Failure smaller = found;
        FaultChoice left = choice;
        for (int chunks = 2; chunks <= MOST_CHUNKS; chunks *= 4) {
            long drawn = smaller.result().drawn();
            long size = Math.max(1, drawn / chunks + 1);
            for (long first = 0; first < drawn; first += size) {
                FaultChoice fewer = left.without(first, first + size);
                Optional<Failure> failure = tried(smaller.plan().with(fewer), promise);
                if (failure.isPresent()) {
                    smaller = failure.get();
                    left = fewer;
                }
            }
        }
        return smaller;
    }

    private Optional<Failure> tried(SimulationPlan plan, Promise promise) {
        if (triesLeft == 0) {
            return Optional.empty();
        }
        triesLeft--;
        try {
            SimulationResult result = simulation.apply(plan);
            return result.breaks(promise) ? Optional.of(new Failure(plan, result)) : Optional.empty();
        } catch (RuntimeException e) {
            // A run that cannot be brought to its end is another failure than the one to be explained.
            return Optional.empty();
        }
    }

    /** A plan and what came of it. */
    record Failure(SimulationPlan plan, SimulationResult result) {}
}
