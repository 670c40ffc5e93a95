package com.scheduleevents.domain.account;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A set of clinics of one account: all of them, including later ones, or a list. */
public sealed interface Clinics {

    /** Whether the set contains a clinic of the account. */
    boolean contains(ClinicId clinic);

    /** Whether the set contains another set of the same account, now and in the future. */
    boolean containsAll(Clinics other);

    /**
     * All clinics of the account.
     *
     * @param except former clinics of the account, whose events are still kept
     */
    record All(Set<ClinicId> except) implements Clinics {

        public All {
            except = Set.copyOf(except);
        }

        /** All present and former clinics. */
        public All() {
            this(Set.of());
        }

        @Override
        public boolean contains(ClinicId clinic) {
            return !except.contains(clinic);
        }

        @Override
        public boolean containsAll(Clinics other) {
            return switch (other) {
                case All(Set<ClinicId> theirs) -> theirs.containsAll(except);
                case Listed(Set<ClinicId> ids) -> ids.stream().allMatch(this::contains);
            };
        }
    }

    /**
     * A list of clinics.
     *
     * @param ids may be empty
     */
    record Listed(Set<ClinicId> ids) implements Clinics {

        public Listed {
            ids = Set.copyOf(ids);
        }

        @Override
        public boolean contains(ClinicId clinic) {
            return ids.contains(clinic);
        }

        @Override
        public boolean containsAll(Clinics other) {
            return other instanceof Listed(Set<ClinicId> theirs) && ids.containsAll(theirs);
        }
    }

    /** A set that contains both: all clinics, former ones included, if either is not a list. */
    default Clinics or(Clinics other) {
        return this instanceof Listed(Set<ClinicId> ours) && other instanceof Listed(Set<ClinicId> theirs)
                ? new Listed(Stream.concat(ours.stream(), theirs.stream()).collect(Collectors.toUnmodifiableSet()))
                : new All();
    }

    /** The set after a clinic was removed from the account. */
    default Clinics without(ClinicId clinic) {
        return switch (this) {
            case All(Set<ClinicId> except) -> new All(with(except, clinic));
            case Listed(Set<ClinicId> ids) -> new Listed(less(ids, clinic));
        };
    }

    /** The set after a clinic was added to the account; a list does not grow. */
    default Clinics withAdded(ClinicId clinic) {
        return switch (this) {
            case All(Set<ClinicId> except) -> new All(less(except, clinic));
            case Listed list -> list;
        };
    }

    private static Set<ClinicId> with(Set<ClinicId> clinics, ClinicId one) {
        return Stream.concat(clinics.stream(), Stream.of(one)).collect(Collectors.toUnmodifiableSet());
    }

    private static Set<ClinicId> less(Set<ClinicId> clinics, ClinicId one) {
        return clinics.stream().filter(clinic -> !clinic.equals(one)).collect(Collectors.toUnmodifiableSet());
    }
}
