package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * An API key that is to be issued.
 *
 * @param account whose it is
 * @param id its public name
 * @param label what people call it
 * @param scopes what it may do; at least one
 * @param clinics what it sees; a list holds clinics of the account alone
 * @param createdAt now
 * @param expiresAt from when on it is refused; empty: never
 */
public record NewApiKey(
        AccountId account,
        ApiKeyId id,
        Optional<String> label,
        Set<Scope> scopes,
        Clinics clinics,
        Instant createdAt,
        Optional<Instant> expiresAt) {

    /** Keeps a copy of the scopes, and refuses a key that could do nothing. */
    public NewApiKey {
        scopes = Set.copyOf(scopes);
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a key without a scope can do nothing; give it one");
        }
    }
}
