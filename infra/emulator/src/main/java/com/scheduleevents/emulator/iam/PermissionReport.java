package com.scheduleevents.emulator.iam;

import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the roles of a deployment fit what its functions did. Each line names a function, an action and a resource.
 *
 * @param denied what a function tried and its role did not allow
 * @param unused what a role allows and its function never did
 */
public record PermissionReport(SortedSet<String> denied, SortedSet<String> unused) {

    PermissionReport(Set<String> denied, Set<String> unused) {
        this(new TreeSet<>(denied), new TreeSet<>(unused));
    }

    /** Of several deployments of one template: denied in any of them, used in none. */
    public static PermissionReport of(Collection<PermissionReport> reports) {
        Set<String> denied = new TreeSet<>();
        reports.forEach(report -> denied.addAll(report.denied()));
        Set<String> unused = new TreeSet<>();
        reports.forEach(report -> unused.addAll(report.unused()));
        reports.forEach(report -> unused.retainAll(report.unused()));
        return new PermissionReport(denied, unused);
    }
}
