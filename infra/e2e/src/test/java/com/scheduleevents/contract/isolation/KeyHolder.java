package com.scheduleevents.contract.isolation;

import com.scheduleevents.contract.mutation.ApiClient;
import com.scheduleevents.domain.account.Scope;
import java.util.Optional;
import java.util.Set;

/**
 * Who holds an API key.
 *
 * @param account whose key it is
 * @param key its public name
 * @param scopes what it may do
 * @param sees the clinics that it sees
 * @param refused whether it is good for nothing any more: revoked, or expired
 * @param client sends requests with it
 */
record KeyHolder(String account, String key, Set<Scope> scopes, ClinicScope sees, boolean refused, ApiClient client) {

    /** @param scope what a request needs; empty: any key will do */
    boolean may(Optional<Scope> scope) {
        return scope.isEmpty() || scopes.contains(scope.get());
    }

    KeyHolder seeing(ClinicScope other) {
        return new KeyHolder(account, key, scopes, other, refused, client);
    }

    @Override
    public String toString() {
        return key + " of " + account + ", which sees "
                + sees.clinics().map(Set::toString).orElse("all");
    }
}
