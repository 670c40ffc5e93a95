package com.scheduleevents.domain.account;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What an API key may give to another one that it issues: never more than it has. */
public final class KeyDelegation {

    private final ClinicAccess access;

    /**
     * @param access which clinics a key sees
     */
    public KeyDelegation(ClinicAccess access) {
        this.access = access;
    }

    /**
     * Refuses scopes that the caller lacks itself.
     *
     * @throws ApiException 403, naming them
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
     * Refuses clinics that the caller does not see itself, now or later.
     *
     * @throws ApiException 403, the same for an unknown clinic and for somebody else's
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
     * From when on the new key is refused: at the latest when the caller is.
     *
     * @param wanted empty: as late as can be
     * @throws ApiException 400 when that is past already, or later than the caller's own end
     */
    public static Optional<Instant> end(Caller caller, Optional<Instant> wanted, Instant now) {
        wanted.filter(end -> !end.isAfter(now)).ifPresent(end -> {
            throw invalid("in the future", end);
        });
        caller.expiresAt()
                .filter(own -> wanted.filter(own::isBefore).isPresent())
                .ifPresent(own -> {
                    throw invalid(
                            "no later than this API key's own end, " + Timestamps.formatMillis(own),
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
