package com.scheduleevents.domain.account;

import com.scheduleevents.domain.page.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads API keys on behalf of one of them, which sees those alone that see no clinic beyond its own: a key with a wider reach
 * is to it as if it were not there. Revoked keys are there for nobody, expired ones still are.
 */
public final class ApiKeyReader {

    /** How many keys one page reads past those that its caller does not see. */
    static final int READ_BUDGET = 1_000;

    private final ApiKeys keys;
    private final Accounts accounts;
    private final ClinicAccess access;

    /**
     * @param keys the keys
     * @param accounts which clinics they see
     */
    public ApiKeyReader(ApiKeys keys, Accounts accounts) {
        this.keys = keys;
        this.accounts = accounts;
        this.access = new ClinicAccess(accounts);
    }

    /** The key of the caller's account, if it is there and the caller sees it. */
    public Optional<VisibleApiKey> one(Caller caller, ApiKeyId id) {
        // Looked up before it is clear that there is such a key: the time it takes is not to tell that there is one.
        Clinics own = access.clinicsOf(caller);
        Clinics listed = new Clinics.Listed(accounts.clinicsOf(id));
        return keys.find(caller.account(), id)
                .flatMap(key -> key.grant()
                        .map(grant -> new VisibleApiKey(
                                key, grant, grant.caller().seesAllClinics() ? new Clinics.All() : listed)))
                .filter(seen -> own.containsAll(seen.clinics()));
    }

    /**
     * Reads one page, newest first. A page that ends at the read budget is short and says that more follows.
     *
     * @param limit at most this many, at least 1
     */
    public Page<VisibleApiKey, ApiKeyId> page(Caller caller, Optional<ApiKeyId> startingAfter, int limit) {
        Clinics own = access.clinicsOf(caller);
        List<VisibleApiKey> found = new ArrayList<>();
        Optional<ApiKeyId> lookedAt = startingAfter;
        for (int read = 0; read < READ_BUDGET; ) {
            List<ApiKey> chunk = keys.newestFirst(caller.account(), lookedAt, limit + 1);
            for (ApiKey key : chunk) {
                Optional<VisibleApiKey> seen = seen(own, key);
                if (seen.isPresent() && found.size() == limit) {
                    return new Page<>(found, Optional.of(found.getLast().key().id()));
                }
                seen.ifPresent(found::add);
                lookedAt = Optional.of(key.id());
            }
            if (chunk.size() <= limit) {
                return Page.last(found);
            }
            read += chunk.size();
        }
        return new Page<>(found, lookedAt);
    }

    private Optional<VisibleApiKey> seen(Clinics own, ApiKey key) {
        return key.grant()
                .map(grant -> new VisibleApiKey(key, grant, clinicsOf(grant.caller())))
                .filter(seen -> own.containsAll(seen.clinics()));
    }

    private Clinics clinicsOf(Caller key) {
        return key.seesAllClinics() ? new Clinics.All() : new Clinics.Listed(accounts.clinicsOf(key.key()));
    }
}
