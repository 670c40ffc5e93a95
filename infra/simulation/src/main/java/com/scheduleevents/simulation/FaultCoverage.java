package com.scheduleevents.simulation;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.cloud.faults.FaultCounts.Transition;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.domain.webhook.HealthChange;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Counts which faults many runs have tried: deaths before and after every call of every function, every kind of fault at least once,
 * every transition of a webhook both made and lost to a faster one, and every function invoked.
 * What was passed often and never hit is a failure of the simulation, not of the service.
 */
final class FaultCoverage {

    private static final List<FaultKind> DEATHS = List.of(FaultKind.KILLED_BEFORE, FaultKind.KILLED_AFTER);

    /** At the level "savage" each of them happens at one of 500 calls: chance explains none of so many. */
    private static final long OFTEN = 10_000;

    /** What happens to deliveries and on request; it comes too late so rarely that chance explains it if it never did. */
    private static final List<String> SELDOM_LATE =
            List.of("STORED", "ENABLED", "DISABLED_ON_REQUEST", "DELETED", "MOVED");

    private static final String TOGETHER = "batchExecuteStatement";

    private final FaultCounts counts;
    private final Set<String> functions;

    /** @param functions the ids of those that the template describes */
    FaultCoverage(FaultCounts counts, Set<String> functions) {
        this.counts = counts;
        this.functions = functions;
    }

    /** What was passed often enough and never hit, one line each; empty if nothing is missing. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (CallSite site : counts.crashPoints()) {
            for (FaultKind death : DEATHS) {
                if (counts.faults(site, death) == 0 && counts.calls(site) >= OFTEN) {
                    missing.add("never " + death + " at " + site + ", though called "
                            + String.format("%,d", counts.calls(site)) + " times");
                }
            }
        }
        if (counts.transitions().values().stream().mapToLong(Transition::made).sum() >= OFTEN * OFTEN / 100) {
            Stream.concat(transitions(), SELDOM_LATE.stream())
                    .filter(name -> counted(name).made() == 0)
                    .forEach(name -> missing.add("never " + name));
            transitions()
                    .filter(name -> counted(name).late() == 0)
                    .forEach(name -> missing.add("never too late: " + name));
        }
        if (total() >= OFTEN * OFTEN / 100) {
            functions.stream()
                    .filter(function -> counts.invocations(function) == 0)
                    .forEach(function -> missing.add("never invoked: " + function));
        }
        if (total() >= OFTEN * OFTEN / 100 && counts.sites().stream().noneMatch(FaultCoverage::isOfTheBatchedPath)) {
            missing.add("never recorded together: changes of the queue");
        }
        if (total() >= OFTEN * OFTEN / 10) {
            Arrays.stream(FaultKind.values())
                    .filter(kind -> counts.faults(kind) == 0)
                    .map(kind -> "never " + kind + " anywhere")
                    .forEach(missing::add);
        }
        return missing;
    }

    /** The rows of the circuit breaker's table that senders, the clock and consumers write, and the end of a retry window. */
    private static Stream<String> transitions() {
        return Stream.concat(
                Arrays.stream(HealthChange.Rule.values()).map(HealthChange.Rule::name),
                Stream.of("LEASED", "DISABLED"));
    }

    /** Whether the recorder writes the changes of several messages in one call there. */
    private static boolean isOfTheBatchedPath(CallSite site) {
        return site.caller().equals("RecorderFunction") && site.operation().equals(TOGETHER);
    }

    private Transition counted(String name) {
        return counts.transitions().getOrDefault(name, new Transition(0, 0));
    }

    private long total() {
        return counts.sites().stream().mapToLong(counts::calls).sum();
    }

    void print(PrintStream out) {
        long visited = counts.crashPoints().stream()
                .flatMap(site -> DEATHS.stream().filter(death -> counts.faults(site, death) > 0))
                .count();
        out.printf(
                "%,d of %,d crash points were hit (before and after each call of each function)%n",
                visited, (long) counts.crashPoints().size() * DEATHS.size());
        counts.crashPoints().stream()
                .filter(site -> DEATHS.stream().anyMatch(death -> counts.faults(site, death) == 0))
                .forEach(site -> out.printf(
                        "  %s: %,d calls, %,d deaths before, %,d after%n",
                        site,
                        counts.calls(site),
                        counts.faults(site, FaultKind.KILLED_BEFORE),
                        counts.faults(site, FaultKind.KILLED_AFTER)));
        out.println("Transitions of webhooks:");
        Stream.concat(transitions(), SELDOM_LATE.stream())
                .forEach(name -> out.printf(
                        "  %,10d %s, and %,d too late%n",
                        counted(name).made(), name, counted(name).late()));
    }
}
