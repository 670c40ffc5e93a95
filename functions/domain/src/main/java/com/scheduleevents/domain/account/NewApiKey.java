package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * An API key that is to be issued.
 *
 * @param scopes what it may do; at least one
 * @param clinics what it sees; a list contains only clinics of the account
 * @param expiresAt when it expires; empty for never
 * @param requestsPerSecond its rate limit within that of its account; empty for none
 * @param origin who issues it
 */
public record NewApiKey(
        AccountId account,
        ApiKeyId id,
        Optional<String> label,
        Set<Scope> scopes,
        Clinics clinics,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Integer> requestsPerSecond,
        Origin origin) {

    /** A key that the operator issues, without a rate limit of its own. */
    public NewApiKey(
            AccountId account,
            ApiKeyId id,
            Optional<String> label,
            Set<Scope> scopes,
            Clinics clinics,
            Instant createdAt,
            Optional<Instant> expiresAt) {
        this(account, id, label, scopes, clinics, createdAt, expiresAt, Optional.empty(), Origin.operator(createdAt));
    }

    /** Copies the scopes, and rejects a key without any. */
    public NewApiKey {
        scopes = Set.copyOf(scopes);
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a key without a scope can do nothing; give it one");
        }
    }
}
