package com.scheduleevents.domain.account;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides what an API key may pass on to a key that it issues: never more than it has itself. */
public final class KeyDelegation {

    private final ClinicAccess access;

    public KeyDelegation(ClinicAccess access) {
        this.access = access;
    }

    /**
     * Requires that the caller has the scopes itself.
     *
     * @throws ApiException MISSING_SCOPE, naming those that it lacks
     */
    public void requireScopes(Caller caller, Set<Scope> wanted) {
        String lacking = wanted.stream()
                .filter(scope -> !caller.scopes().contains(scope))
                .map(Scope::wireName)
                .sorted()
                .collect(Collectors.joining(", "));
        if (!lacking.isEmpty()) {
            throw new ApiException(
                    ErrorCode.MISSING_SCOPE,
                    "scopes",
                    "This API key lacks " + lacking
                            + ", so it cannot give that to another one. Leave it out, or use a key" + " that has it.");
        }
    }

    /**
     * Requires that the caller sees the clinics itself, now and in the future.
     *
     * @throws ApiException CLINIC_NOT_ALLOWED, also for an unknown clinic
     */
    public void requireClinics(Caller caller, Clinics wanted) {
        boolean sees =
                switch (wanted) {
                    case Clinics.Listed(Set<ClinicId> ids) ->
                        access.seenAmong(caller, ids).containsAll(wanted);
                    case Clinics.All _ -> caller.seesAllClinics();
                };
        if (!sees) {
            throw new ApiException(
                    ErrorCode.CLINIC_NOT_ALLOWED,
                    "clinic_ids",
                    "This API key does not see all of these clinics, so it cannot give them to another one. Name clinics"
                            + " that it sees, or use a key that sees them.");
        }
    }

    /**
     * When the new key expires: not later than the caller's key.
     *
     * @param wanted empty for the latest possible time
     * @throws ApiException INVALID_FIELD when it is in the past, or after the expiry of the caller's key
     */
    public static Optional<Instant> end(Caller caller, Optional<Instant> wanted, Instant now) {
        wanted.filter(end -> !end.isAfter(now)).ifPresent(end -> {
            throw invalid("in the future", end);
        });
        caller.expiresAt()
                .filter(own -> wanted.filter(own::isBefore).isPresent())
                .ifPresent(own -> {
                    throw invalid(
                            "no later than the expiry of this API key, " + Timestamps.formatMillis(own),
                            wanted.orElseThrow());
                });
        return wanted.or(caller::expiresAt);
    }

    private static ApiException invalid(String expected, Instant got) {
        return new ApiException(
                ErrorCode.INVALID_FIELD,
                "expires_at",
                "expires_at must be " + expected + "; got " + Timestamps.formatMillis(got) + ".");
    }
}
