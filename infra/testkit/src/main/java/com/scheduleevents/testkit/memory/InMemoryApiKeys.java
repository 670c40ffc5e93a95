package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** API keys in memory. */
public final class InMemoryApiKeys implements ApiKeyStore {

    private final InMemoryAccounts accounts;
    private final Map<ApiKeyId, Kept> keys = new HashMap<>();

    private final Map<ApiKeyId, ApiKey> unlisted = new HashMap<>();

    /** @param ofService whether the service has issued it */
    private record Kept(AccountId account, ApiKey key, boolean ofService) {}

    /**
     * @param accounts which are updated with the access of the keys
     */
    public InMemoryApiKeys(InMemoryAccounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public synchronized Optional<ApiKey> find(AccountId account, ApiKeyId id) {
        return Optional.ofNullable(keys.get(id))
                .filter(kept -> kept.account().equals(account))
                .map(Kept::key)
                .or(() -> Optional.ofNullable(unlisted.get(id)));
    }

    /** A key that can be found, but is neither listed nor counted. */
    public synchronized void unlisted(Caller caller) {
        unlisted.putIfAbsent(
                caller.key(),
                new ApiKey(
                        caller.key(),
                        Optional.empty(),
                        Instant.EPOCH,
                        Optional.empty(),
                        Optional.of(Grant.unused(caller)),
                        Optional.empty()));
    }

    @Override
    public synchronized List<ApiKey> newestFirst(AccountId account, Optional<ApiKeyId> olderThan, int max) {
        return live(account)
                .filter(key -> olderThan
                        .filter(id -> key.id().value().compareTo(id.value()) >= 0)
                        .isEmpty())
                .sorted(Comparator.comparing((ApiKey key) -> key.id().value()).reversed())
                .limit(max)
                .toList();
    }

    @Override
    public synchronized List<ApiKey> all(AccountId account) {
        return of(account)
                .sorted(Comparator.comparing((ApiKey key) -> key.id().value()))
                .toList();
    }

    @Override
    public synchronized int count(AccountId account) {
        return Math.toIntExact(kept(account)
                .filter(kept -> kept.key().revokedAt().isEmpty() && !kept.ofService())
                .count());
    }

    @Override
    public synchronized int countOfService(AccountId account, Instant now) {
        return Math.toIntExact(kept(account)
                .filter(Kept::ofService)
                .flatMap(kept -> kept.key().grant().stream())
                .filter(grant -> !grant.caller().isExpired(now))
                .count());
    }

    @Override
    public synchronized boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms) {
        long counted = accounts.terms(key.account()).map(AccountTerms::counted).orElse(-1L);
        if (counted != terms.counted()) {
            return false;
        }
        if (terms.alone()) {
            accounts.counted(key.account());
        }
        Grant grant = Grant.unused(new Caller(
                key.account(), key.id(), key.scopes(), key.clinics() instanceof Clinics.All, key.expiresAt()));
        if (key.clinics() instanceof Clinics.Listed(Set<ClinicId> listed)) {
            accounts.with(key.id(), listed);
        }
        accounts.with(secret, grant);
        ApiKey issued = new ApiKey(
                key.id(), key.label(), key.createdAt(), key.origin().key(), Optional.of(grant), Optional.empty());
        keys.put(key.id(), new Kept(key.account(), issued, key.origin().type() == Origin.Type.SERVICE));
        return true;
    }

    @Override
    public synchronized boolean revoke(AccountId account, ApiKeyId id, Origin by) {
        Optional<ApiKey> found = find(account, id);
        found.filter(key -> key.revokedAt().isEmpty()).ifPresent(key -> {
            keys.put(
                    id,
                    new Kept(
                            account,
                            new ApiKey(
                                    id,
                                    key.label(),
                                    key.createdAt(),
                                    key.createdBy(),
                                    Optional.empty(),
                                    Optional.of(by.at())),
                            Optional.ofNullable(keys.get(id))
                                    .filter(Kept::ofService)
                                    .isPresent()));
            accounts.without(id);
            accounts.counted(account);
        });
        return found.isPresent();
    }

    private Stream<ApiKey> live(AccountId account) {
        return of(account).filter(key -> key.revokedAt().isEmpty());
    }

    private Stream<ApiKey> of(AccountId account) {
        return kept(account).map(Kept::key);
    }

    private Stream<Kept> kept(AccountId account) {
        return keys.values().stream().filter(kept -> kept.account().equals(account));
    }
}
