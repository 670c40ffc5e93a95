package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Idempotency keys in memory. */
public final class InMemoryIdempotency implements IdempotencyStore {

    private final Map<String, Claim> claims = new ConcurrentHashMap<>();

    /** What the key is taken for, if its claim has not expired. */
    Optional<Claim> find(AccountId account, IdempotencyKey key, Instant now) {
        return Optional.ofNullable(claims.get(account.value() + "#" + key.value()))
                .filter(claim -> claim.expiresAt().isAfter(now));
    }

    @Override
    public Optional<Claim> claim(AccountId account, IdempotencyKey key, Claim wanted, Instant now) {
        Claim held = claims.merge(
                account.value() + "#" + key.value(),
                wanted,
                (earlier, later) -> earlier.expiresAt().isAfter(now) ? earlier : later);
        return held.equals(wanted) ? Optional.empty() : Optional.of(held);
    }
}
