package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Port: the API keys of accounts, by their public names. Every read sees every write that was acknowledged before it. */
public interface ApiKeys {

    /** The key of that account, revoked or not. Never a key of another account. */
    Optional<ApiKey> find(AccountId account, ApiKeyId id);

    /**
     * The account's keys that are not revoked, newest first.
     *
     * @param olderThan only those whose identifiers sort before this one, which need not exist any more
     * @param max at most this many
     */
    List<ApiKey> newestFirst(AccountId account, Optional<ApiKeyId> olderThan, int max);

    /** How many keys the account has that are not revoked; expired ones count. */
    int count(AccountId account);

    /**
     * Issues a key on the account's terms.
     *
     * @param secret what its holder sends; only its fingerprint is kept
     * @param terms as they were when the account's keys were counted
     * @return whether it is done; not when the account has other terms or was counted anew since
     */
    boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms);

    /**
     * Revokes a key of the account, for good: nobody gets in with it from the next look on.
     *
     * @return whether there was such a key; harmless to repeat
     */
    boolean revoke(AccountId account, ApiKeyId id, Instant now);
}
