package com.scheduleevents.domain.account;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Who makes a request, as the authorizer found out. It carries no list of clinics, which may be long and may change:
 * {@link ClinicAccess} looks a clinic up where it matters.
 *
 * @param account the account that the key belongs to
 * @param key the key's public name
 * @param scopes what the key may do
 * @param seesAllClinics whether the key sees all of the account's clinics, rather than a list of them
 * @param expiresAt from when on the key is refused; empty: never
 */
public record Caller(
        AccountId account, ApiKeyId key, Set<Scope> scopes, boolean seesAllClinics, Optional<Instant> expiresAt) {

    /** A caller whose key never expires. */
    public Caller(AccountId account, ApiKeyId key, Set<Scope> scopes, boolean seesAllClinics) {
        this(account, key, scopes, seesAllClinics, Optional.empty());
    }

    /** Keeps a copy of the scopes. */
    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** Whether the key's time is over. */
    public boolean isExpired(Instant now) {
        return expiresAt.filter(end -> !now.isBefore(end)).isPresent();
    }

    /**
     * Refuses a caller whose key lacks the scope.
     *
     * @throws ApiException 403, naming the scope
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
