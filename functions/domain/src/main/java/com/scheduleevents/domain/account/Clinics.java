package com.scheduleevents.domain.account;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A set of clinics of one account: all of them, whichever they are at the time, or a list. */
public sealed interface Clinics {

    /** Whether the clinic, which is of the same account, is in the set. */
    boolean contains(ClinicId clinic);

    /** Whether every clinic of the other set, of the same account, is in this one, now and later. */
    boolean containsAll(Clinics other);

    /**
     * All clinics of the account.
     *
     * @param except those that the account no longer has, although events of theirs are still kept
     */
    record All(Set<ClinicId> except) implements Clinics {

        /** Keeps a copy. */
        public All {
            except = Set.copyOf(except);
        }

        /** All that it has or had. */
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
     * These clinics and no others.
     *
     * @param ids none: sees nothing
     */
    record Listed(Set<ClinicId> ids) implements Clinics {

        /** Keeps a copy. */
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

    /** Without a clinic that the account no longer has. */
    default Clinics without(ClinicId clinic) {
        return switch (this) {
            case All(Set<ClinicId> except) -> new All(with(except, clinic));
            case Listed(Set<ClinicId> ids) -> new Listed(less(ids, clinic));
        };
    }

    /** With a clinic that the account has again, or for the first time; a list does not grow by that. */
    default Clinics again(ClinicId clinic) {
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
