package com.scheduleevents.cloud.faults;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts how often each place was passed and which faults happened there, to show which faults a run has tried. */
public final class FaultCounts {

    private final Map<CallSite, Long> calls = new HashMap<>();
    private final Set<CallSite> crashPoints = new TreeSet<>();
    private final Map<CallSite, Map<FaultKind, Long>> faults = new TreeMap<>();
    private final Map<String, Transition> transitions = new TreeMap<>();

    /** Nothing counted yet. */
    public FaultCounts() {}

    /**
     * What was counted at one place.
     *
     * @param killable whether its caller can die there
     */
    public record SiteCounts(CallSite site, long calls, boolean killable, Map<FaultKind, Long> faults) {}

    /** The counts of rows that another process printed. */
    public static FaultCounts of(List<SiteCounts> rows, Map<String, Transition> transitions) {
        FaultCounts counts = new FaultCounts();
        counts.transitions.putAll(transitions);
        for (SiteCounts row : rows) {
            if (row.calls() > 0) {
                counts.calls.put(row.site(), row.calls());
            }
            if (row.killable()) {
                counts.crashPoints.add(row.site());
            }
            if (!row.faults().isEmpty()) {
                counts.faults.put(row.site(), new EnumMap<>(row.faults()));
            }
        }
        return counts;
    }

    /** All that was counted, in order of the places. */
    public List<SiteCounts> rows() {
        return sites().stream()
                .map(site -> new SiteCounts(
                        site, calls(site), crashPoints.contains(site), faults.getOrDefault(site, Map.of())))
                .toList();
    }

    /** @param killable whether the caller can die here */
    void call(CallSite site, boolean killable) {
        calls.merge(site, 1L, Long::sum);
        if (killable) {
            crashPoints.add(site);
        }
    }

    void fault(CallSite site, FaultKind kind) {
        faults.computeIfAbsent(site, _ -> new EnumMap<>(FaultKind.class)).merge(kind, 1L, Long::sum);
    }

    /** A conditional write of a webhook was made, or came too late. */
    public void transition(String name, boolean made) {
        transitions.merge(name, made ? new Transition(1, 0) : new Transition(0, 1), Transition::plus);
    }

    /** How often each conditional write of a webhook was made, and how often it came too late. */
    public Map<String, Transition> transitions() {
        return Collections.unmodifiableMap(transitions);
    }

    /**
     * How often a conditional write was made.
     *
     * @param late how often somebody else had been faster
     */
    public record Transition(long made, long late) {

        private Transition plus(Transition other) {
            return new Transition(made + other.made, late + other.late);
        }
    }

    /** Adds what another run counted. */
    public void add(FaultCounts other) {
        other.transitions.forEach((name, count) -> transitions.merge(name, count, Transition::plus));
        crashPoints.addAll(other.crashPoints);
        other.calls.forEach((site, count) -> calls.merge(site, count, Long::sum));
        other.faults.forEach((site, kinds) ->
                kinds.forEach((kind, count) -> faults.computeIfAbsent(site, _ -> new EnumMap<>(FaultKind.class))
                        .merge(kind, count, Long::sum)));
    }

    /** Every place that was passed or where something went wrong, in order. */
    public NavigableSet<CallSite> sites() {
        NavigableSet<CallSite> sites = new TreeSet<>(calls.keySet());
        sites.addAll(faults.keySet());
        return sites;
    }

    /** Every call before and after which its caller can die, in order. */
    public Set<CallSite> crashPoints() {
        return Collections.unmodifiableSet(crashPoints);
    }

    /** How often a function was invoked. */
    public long invocations(String function) {
        return calls(CallSite.ofFunction(function));
    }

    /** How often a place was passed. */
    public long calls(CallSite site) {
        return calls.getOrDefault(site, 0L);
    }

    /** How often something went wrong there in that way. */
    public long faults(CallSite site, FaultKind kind) {
        return faults.getOrDefault(site, Map.of()).getOrDefault(kind, 0L);
    }

    /** How often something went wrong in that way, wherever. */
    public long faults(FaultKind kind) {
        return faults.values().stream()
                .mapToLong(kinds -> kinds.getOrDefault(kind, 0L))
                .sum();
    }

    /** How many faults came in all. */
    public long happened() {
        return byKind().values().stream().mapToLong(Long::longValue).sum();
    }

    /** By kind, those that came at least once. */
    public Map<FaultKind, Long> byKind() {
        Map<FaultKind, Long> sums = new EnumMap<>(FaultKind.class);
        faults.values().forEach(kinds -> kinds.forEach((kind, count) -> sums.merge(kind, count, Long::sum)));
        return sums;
    }
}
