package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.simulation.FailureMinimizer.Failure;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.Promise;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Prints what was simulated, and of a broken promise the seed, the reason and the trace of what it is about. */
public final class SimulationReport {

    private static final int LAST_LINES = 40;
    private static final int LONGEST_LINE = 400;
    private static final int MOST_SHOWN = 3;
    private static final int PROGRESS = 10;

    /** Runs that the search for a smaller one may take. */
    private static final int MOST_TRIES = 80;

    private final PrintStream out;
    private final long began = System.nanoTime();
    private final FaultCounts counts = new FaultCounts();
    private final Map<SimulationPlan, BrokenPromise> failures = new LinkedHashMap<>();
    private final Set<String> functions = new TreeSet<>();
    private Duration simulated = Duration.ZERO;
    private boolean savage = true;
    private int runs;
    private long events;
    private long attempts;
    private long mails;

    /** A report of nothing yet. */
    public SimulationReport(PrintStream out) {
        this.out = out;
    }

    /** Takes a result in. */
    public void add(SimulationPlan plan, SimulationResult result) {
        runs++;
        savage &= plan.level() == FaultLevel.SAVAGE;
        simulated = simulated.plus(result.simulated());
        events += result.events();
        attempts += result.attempts();
        mails += result.mails();
        counts.add(result.counts());
        functions.addAll(plan.template().functions().keySet());
        result.broken().stream()
                .limit(MOST_SHOWN)
                .forEach(promise -> out.println("seed " + plan.seed() + ": " + promise));
        if (result.broken().size() > MOST_SHOWN) {
            out.println("seed " + plan.seed() + ": and " + (result.broken().size() - MOST_SHOWN) + " more");
        }
        if (!result.broken().isEmpty()) {
            failures.put(plan, result.broken().getFirst());
        }
        if (runs % PROGRESS == 0) {
            out.printf("%d runs, %.1f virtual days, %.0f a minute%n", runs, days(), daysAMinute());
        }
    }

    private double days() {
        return simulated.toMinutes() / 1440.0;
    }

    private double daysAMinute() {
        return days() * 60e9 / (System.nanoTime() - began);
    }

    /** Whether every promise was kept, and no fault is missing that should have come. */
    boolean isSound() {
        return isClean() && notCovered().isEmpty();
    }

    /** At other levels chance explains what never happened. */
    private List<String> notCovered() {
        return savage ? coverage().missing() : List.of();
    }

    private FaultCoverage coverage() {
        return new FaultCoverage(counts, functions);
    }

    /** Whether every promise was kept. */
    public boolean isClean() {
        return failures.isEmpty();
    }

    /** What went wrong where, of all runs. */
    public FaultCounts counts() {
        return counts;
    }

    /** Prints what was simulated. */
    public void summarize() {
        out.printf(
                "%d runs, %.1f virtual days (%.0f a minute): %d events, %d attempts, %d e-mails%n",
                runs, days(), daysAMinute(), events, attempts, mails);
        for (FaultKind kind : FaultKind.values()) {
            if (counts.faults(kind) > 0) {
                out.printf("  %,10d %s%n", counts.faults(kind), kind);
            }
        }
        coverage().print(out);
        notCovered().forEach(line -> out.println("NOT COVERED: " + line));
        out.println(failures.size() + " seeds broke a promise");
    }

    /** Makes the first run that broke a promise smaller, and prints the trace of what it is about. */
    public void explain() {
        failures.entrySet().stream()
                .findFirst()
                .ifPresent(first -> explain(first.getKey(), first.getValue().promise()));
    }

    private void explain(SimulationPlan plan, Promise promise) {
        out.println("Looking for a smaller run of seed " + plan.seed() + " that breaks " + promise + " …");
        Failure found = new Failure(plan, Simulation.run(plan));
        Failure smaller = new FailureMinimizer(Simulation::run, MOST_TRIES).minimize(found, promise);
        SimulationResult result = smaller.result();
        out.printf(
                "It takes %s of trouble instead of %s, %,d faults instead of %,d: %s%n",
                smaller.plan().troubled(),
                plan.troubled(),
                result.counts().happened(),
                found.result().counts().happened(),
                result.counts().byKind());
        out.println("and these people: " + result.people());
        result.broken().stream()
                .filter(broken -> broken.promise() == promise)
                .findFirst()
                .ifPresent(broken -> trace(smaller.plan(), broken));
    }

    private void trace(SimulationPlan plan, BrokenPromise promise) {
        Deque<String> last = new ArrayDeque<>();
        Simulation.run(plan.traced(line -> {
            if (line.contains(promise.subject())) {
                last.addLast(line.substring(0, Math.min(line.length(), LONGEST_LINE)));
                if (last.size() > LAST_LINES) {
                    last.removeFirst();
                }
            }
        }));
        out.println("There " + promise + ". The last lines about it:");
        last.forEach(line -> out.println("  " + line));
    }
}
