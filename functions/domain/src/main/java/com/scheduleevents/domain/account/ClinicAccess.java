package com.scheduleevents.domain.account;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.util.Optional;
import java.util.Set;

/** Decides which clinics a caller may access. Unknown clinics and clinics of other accounts are not distinguished. */
public final class ClinicAccess {

    private static final String CLINIC = "clinic_id";

    private final Accounts accounts;

    public ClinicAccess(Accounts accounts) {
        this.accounts = accounts;
    }

    /** Whether the caller sees the clinic; one read. */
    public boolean sees(Caller caller, ClinicId clinic) {
        return caller.seesAllClinics()
                ? accounts.hasClinic(caller.account(), clinic)
                : accounts.keyHasClinic(caller.key(), clinic);
    }

    /**
     * Requires access to a clinic.
     *
     * @throws ApiException CLINIC_NOT_ALLOWED, naming the parameter
     */
    public void require(Caller caller, ClinicId clinic) {
        if (!sees(caller, clinic)) {
            throw refused();
        }
    }

    /**
     * Requires access to several clinics; one read.
     *
     * @param clinics at most 100; none requires nothing
     * @param param the parameter that names them
     * @throws ApiException CLINIC_NOT_ALLOWED
     */
    public void requireAll(Caller caller, Set<ClinicId> clinics, String param) {
        boolean seen = clinics.size() == 1
                ? clinics.stream().allMatch(clinic -> sees(caller, clinic))
                : seenAmong(caller, clinics).containsAll(new Clinics.Listed(clinics));
        if (!seen) {
            throw refused(param);
        }
    }

    /**
     * The subset of clinics that the caller sees; one read.
     *
     * @param asked at most 100
     */
    public Clinics seenAmong(Caller caller, Set<ClinicId> asked) {
        if (asked.isEmpty()) {
            return new Clinics.Listed(Set.of());
        }
        return new Clinics.Listed(
                caller.seesAllClinics()
                        ? accounts.clinicsAmong(caller.account(), asked)
                        : accounts.keyClinicsAmong(caller.key(), asked));
    }

    /** The error for a clinic that the caller does not see. */
    public static ApiException refused() {
        return refused(CLINIC);
    }

    /**
     * The error for one or several clinics that the caller does not see.
     *
     * @param param the parameter that names them
     */
    public static ApiException refused(String param) {
        return new ApiException(
                ErrorCode.CLINIC_NOT_ALLOWED,
                param,
                param.equals(CLINIC)
                        ? "This API key cannot use that clinic. Check clinic_id, or use a key that sees the clinic."
                        : "This API key cannot use one of these clinics. Check " + param
                                + ", or use a key that sees them all.");
    }

    /**
     * The clinics that a list covers: the given clinic, or all that the caller sees.
     *
     * @throws ApiException CLINIC_NOT_ALLOWED when the caller does not see the given clinic
     */
    public Clinics visible(Caller caller, Optional<ClinicId> only) {
        only.ifPresent(clinic -> require(caller, clinic));
        return only.<Clinics>map(clinic -> new Clinics.Listed(Set.of(clinic))).orElseGet(() -> clinicsOf(caller));
    }

    /**
     * The clinics whose events and deliveries the caller may read: the given clinic, or all that it sees but those that are being erased; one
     * read.
     *
     * @throws ApiException CLINIC_NOT_ALLOWED when the caller does not see the given clinic
     */
    public Clinics readable(Caller caller, Optional<ClinicId> only) {
        return only.isEmpty() && caller.seesAllClinics()
                ? new Clinics.All(accounts.erased(caller.account()))
                : visible(caller, only);
    }

    /** Whether the caller may read the events of a clinic, which may be a former one; one read. */
    public boolean reads(Caller caller, ClinicId clinic) {
        return caller.seesAllClinics()
                ? !accounts.erased(caller.account()).contains(clinic)
                : accounts.keyHasClinic(caller.key(), clinic);
    }

    /** All clinics that the caller sees; no read for a key that sees all. */
    public Clinics clinicsOf(Caller caller) {
        return caller.seesAllClinics() ? new Clinics.All() : new Clinics.Listed(accounts.clinicsOf(caller.key()));
    }
}
