package com.scheduleevents.contract.isolation;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The clinics that an API key sees, or that something is of.
 *
 * @param clinics empty: all of the account's, whichever they are
 */
record ClinicScope(Optional<Set<String>> clinics) {

    static final ClinicScope ALL = new ClinicScope(Optional.empty());

    static ClinicScope of(Set<String> clinics) {
        return new ClinicScope(Optional.of(Set.copyOf(clinics)));
    }

    static ClinicScope of(String clinic) {
        return of(Set.of(clinic));
    }

    boolean has(String clinic) {
        return covers(of(clinic));
    }

    /** Whether nothing of the other is beyond this one; only what has all clinics covers all of them. */
    boolean covers(ClinicScope other) {
        return clinics.isEmpty()
                || other.clinics
                        .filter(theirs -> clinics.get().containsAll(theirs))
                        .isPresent();
    }

    ClinicScope and(String clinic) {
        return new ClinicScope(clinics.map(ids -> {
            Set<String> more = new HashSet<>(ids);
            more.add(clinic);
            return Set.copyOf(more);
        }));
    }

    Clinics asClinics() {
        return clinics.<Clinics>map(ids ->
                        new Clinics.Listed(ids.stream().map(ClinicId::new).collect(Collectors.toSet())))
                .orElseGet(Clinics.All::new);
    }
}
