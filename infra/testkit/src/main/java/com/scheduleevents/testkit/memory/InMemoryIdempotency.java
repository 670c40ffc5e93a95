package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Idempotency keys in memory. */
public final class InMemoryIdempotency implements IdempotencyStore {

    private final Map<String, Claim> claims = new ConcurrentHashMap<>();

    @Override
    public Optional<Claim> claim(AccountId account, IdempotencyKey key, Claim wanted, Instant now) {
        Claim stored = claims.merge(
                account.value() + "#" + key.value(),
                wanted,
                (earlier, later) -> earlier.expiresAt().isAfter(now) ? earlier : later);
        return stored.equals(wanted) ? Optional.empty() : Optional.of(stored);
    }

    @Override
    public Optional<Claim> replace(AccountId account, IdempotencyKey key, EventId from, Claim to) {
        return Optional.ofNullable(claims.computeIfPresent(
                account.value() + "#" + key.value(),
                (_, earlier) -> earlier.event().equals(from)
                        ? new Claim(earlier.fingerprint(), to.event(), to.expiresAt())
                        : earlier));
    }
}
