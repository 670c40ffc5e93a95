package com.scheduleevents.simulation;

import com.scheduleevents.simulation.faults.FaultCounts;
import com.scheduleevents.simulation.faults.FaultKind;
import com.scheduleevents.simulation.promises.BrokenPromise;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints what was simulated, and of a broken promise the seed, the reason and the trace of what it is about. */
public final class SimulationReport {

    private static final int LAST_LINES = 40;
    private static final int LONGEST_LINE = 220;
    private static final int PROGRESS = 10;

    private final PrintStream out;
    private final long began = System.nanoTime();
    private final FaultCounts counts = new FaultCounts();
    private final Map<SimulationPlan, BrokenPromise> failures = new LinkedHashMap<>();
    private Duration simulated = Duration.ZERO;
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
        simulated = simulated.plus(result.simulated());
        events += result.events();
        attempts += result.attempts();
        mails += result.mails();
        counts.add(result.counts());
        result.broken().forEach(promise -> out.println("seed " + plan.seed() + ": " + promise));
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
        out.println(failures.size() + " seeds broke a promise");
    }

    /** Runs the first seed that broke a promise again, and prints the trace of what it is about. */
    public void explain() {
        failures.entrySet().stream().findFirst().ifPresent(first -> {
            BrokenPromise promise = first.getValue();
            Deque<String> last = new ArrayDeque<>();
            Simulation.run(first.getKey().traced(line -> {
                if (line.contains(promise.subject())) {
                    last.addLast(line.substring(0, Math.min(line.length(), LONGEST_LINE)));
                    if (last.size() > LAST_LINES) {
                        last.removeFirst();
                    }
                }
            }));
            out.println("The last lines about " + promise.subject() + " of seed "
                    + first.getKey().seed() + ":");
            last.forEach(line -> out.println("  " + line));
        });
    }
}
