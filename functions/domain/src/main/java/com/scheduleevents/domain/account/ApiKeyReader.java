package com.scheduleevents.domain.account;

import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import java.util.Optional;

/**
 * Reads API keys on behalf of a caller. The caller sees only keys whose clinics it sees all of itself; other keys are treated as if
 * they did not exist. Expired keys are shown; {@link #revoked} alone finds revoked ones.
 */
public final class ApiKeyReader {

    private final ApiKeyStore keys;
    private final Accounts accounts;
    private final ClinicAccess access;

    public ApiKeyReader(ApiKeyStore keys, Accounts accounts) {
        this.keys = keys;
        this.accounts = accounts;
        this.access = new ClinicAccess(accounts);
    }

    /** Finds a key of the caller's account that the caller sees. */
    public Optional<VisibleApiKey> one(Caller caller, ApiKeyId id) {
        // The clinics are read even if the key does not exist, so that the response time does not reveal whether it
        // does.
        Clinics own = access.clinicsOf(caller);
        Clinics listed = new Clinics.Listed(accounts.clinicsOf(id));
        return keys.find(caller.account(), id)
                .flatMap(key -> key.grant()
                        .map(grant -> new VisibleApiKey(
                                key, grant, grant.caller().seesAllClinics() ? new Clinics.All() : listed)))
                .filter(seen -> own.containsAll(seen.clinics()));
    }

    /** Finds a revoked key of the account; only a caller with all clinics sees one, because a revoked key has no clinics any more. */
    public Optional<ApiKey> revoked(Caller caller, ApiKeyId id) {
        return keys.find(caller.account(), id)
                .filter(key -> key.revokedAt().isPresent())
                .filter(_ -> caller.seesAllClinics());
    }

    /**
     * Reads one page, newest first. However many keys the caller does not see, all are read until the page is full: its cursor and its end
     * depend on nothing that the caller does not see, and an account has about a hundred keys.
     *
     * @param limit the size of the page, at least 1
     */
    public Page<VisibleApiKey, ApiKeyId> page(Caller caller, Optional<ApiKeyId> startingAfter, int limit) {
        Clinics own = access.clinicsOf(caller);
        return new FilteredList<ApiKey, ApiKeyId>(
                        (after, max) -> keys.newestFirst(caller.account(), after, max),
                        ApiKey::id,
                        limit + 1,
                        FilteredList.NO_BUDGET)
                .page(startingAfter, limit, key -> visible(own, key));
    }

    private Optional<VisibleApiKey> visible(Clinics own, ApiKey key) {
        return key.grant()
                .map(grant -> new VisibleApiKey(key, grant, access.clinicsOf(grant.caller())))
                .filter(seen -> own.containsAll(seen.clinics()));
    }
}
