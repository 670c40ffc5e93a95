package com.scheduleevents.domain.account;

import java.util.Set;

/** A set of clinics of one account: all of them, whichever they are at the time, or a list. */
public sealed interface Clinics {

    /** Whether the clinic, which is of the same account, is in the set. */
    boolean contains(ClinicId clinic);

    /** Whether every clinic of the other set, of the same account, is in this one, now and later. */
    boolean containsAll(Clinics other);

    /** All clinics of the account. */
    record All() implements Clinics {
        @Override
        public boolean contains(ClinicId clinic) {
            return true;
        }

        @Override
        public boolean containsAll(Clinics other) {
            return true;
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
}
