package com.scheduleevents.domain.account;

import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import java.util.Optional;

/**
 * Reads API keys on behalf of a caller. The caller sees only keys whose clinics it sees all of itself; other keys are treated as if
 * they did not exist. Expired keys are shown, revoked ones are not.
 */
public final class ApiKeyReader {

    /** The maximum number of keys that one page reads, including those that the caller does not see. */
    static final int READ_BUDGET = 1_000;

    private final ApiKeys keys;
    private final Accounts accounts;
    private final ClinicAccess access;

    public ApiKeyReader(ApiKeys keys, Accounts accounts) {
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

    /**
     * Reads one page, newest first. A page that ends at the read budget is short and has a cursor.
     *
     * @param limit the size of the page, at least 1
     */
    public Page<VisibleApiKey, ApiKeyId> page(Caller caller, Optional<ApiKeyId> startingAfter, int limit) {
        Clinics own = access.clinicsOf(caller);
        return new FilteredList<ApiKey, ApiKeyId>(
                        (after, max) -> keys.newestFirst(caller.account(), after, max),
                        ApiKey::id,
                        limit + 1,
                        READ_BUDGET)
                .page(startingAfter, limit, key -> visible(own, key));
    }

    private Optional<VisibleApiKey> visible(Clinics own, ApiKey key) {
        return key.grant()
                .map(grant -> new VisibleApiKey(key, grant, access.clinicsOf(grant.caller())))
                .filter(seen -> own.containsAll(seen.clinics()));
    }
}
