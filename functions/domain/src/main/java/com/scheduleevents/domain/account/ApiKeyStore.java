package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Port: the API keys of accounts. Reads are strongly consistent. */
public interface ApiKeyStore {

    /** Finds a key of the account, revoked or not; never a key of another account. */
    Optional<ApiKey> find(AccountId account, ApiKeyId id);

    /**
     * The account's keys that are not revoked, newest first.
     *
     * @param olderThan only keys that were created before this one, which need not exist any more
     * @param max at most this many
     */
    List<ApiKey> newestFirst(AccountId account, Optional<ApiKeyId> olderThan, int max);

    /** All keys of the account, including revoked ones, in the order of their ids. */
    List<ApiKey> all(AccountId account);

    /** The number of the account's keys that are not revoked, including expired ones, without those that the service has issued. */
    int count(AccountId account);

    /** The number of keys that the service has issued for links in e-mails, and that are neither revoked nor expired. */
    int countOfService(AccountId account, Instant now);

    /**
     * Issues a key. One that the service itself issues is forgotten some time after it has expired.
     *
     * @param secret only its fingerprint is stored
     * @param terms as read before the account's keys were counted
     * @return whether it was issued; not when the account's limits or change counter have changed since
     */
    boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms);

    /**
     * Revokes a key permanently; idempotent. The secret is invalid from the next read on. The account's change counter is raised in
     * the same write, so that what the key does at the same time fails: {@link #issue}, and the registration of a webhook.
     *
     * @param by who revokes it
     * @return whether the account has such a key
     */
    boolean revoke(AccountId account, ApiKeyId id, Origin by);
}
