package com.scheduleevents.emulator.iam;

import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Compares the roles of a deployment with the calls of its functions. Each line names a function, an action and a resource.
 *
 * @param denied calls that a function's role did not allow
 * @param unused permissions of a role that its function never used
 */
public record PermissionReport(SortedSet<String> denied, SortedSet<String> unused) {

    PermissionReport(Set<String> denied, Set<String> unused) {
        this(new TreeSet<>(denied), new TreeSet<>(unused));
    }

    /** Combines the reports of several deployments of one template: denied in any of them, unused in all. */
    public static PermissionReport of(Collection<PermissionReport> reports) {
        Set<String> denied = new TreeSet<>();
        reports.forEach(report -> denied.addAll(report.denied()));
        Set<String> unused = new TreeSet<>();
        reports.forEach(report -> unused.addAll(report.unused()));
        reports.forEach(report -> unused.retainAll(report.unused()));
        return new PermissionReport(denied, unused);
    }
}
