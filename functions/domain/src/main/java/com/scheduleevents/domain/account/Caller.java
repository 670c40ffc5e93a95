package com.scheduleevents.domain.account;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The sender of a request, as identified by the authorizer. It has no list of clinics, which may be long and may change:
 * {@link ClinicAccess} looks clinics up where needed.
 *
 * @param account the account of the key
 * @param scopes what the key may do
 * @param seesAllClinics whether the key sees all clinics of the account instead of a list
 * @param expiresAt when the key expires; empty for never
 */
public record Caller(
        AccountId account, ApiKeyId key, Set<Scope> scopes, boolean seesAllClinics, Optional<Instant> expiresAt) {

    /** A caller whose key never expires. */
    public Caller(AccountId account, ApiKeyId key, Set<Scope> scopes, boolean seesAllClinics) {
        this(account, key, scopes, seesAllClinics, Optional.empty());
    }

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** Whether the key has expired. */
    public boolean isExpired(Instant now) {
        return expiresAt.filter(end -> !now.isBefore(end)).isPresent();
    }

    /**
     * Requires a scope.
     *
     * @throws ApiException MISSING_SCOPE, naming the scope, when the key lacks it
     */
    public void require(Scope scope) {
        if (!scopes.contains(scope)) {
            throw new ApiException(
                    ErrorCode.MISSING_SCOPE,
                    null,
                    "This API key lacks the scope " + scope.wireName() + ". Use a key that has it.");
        }
    }
}
