package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Records schedule changes. The id is created immediately before the write, so that the feed is in the order of recording. With an
 * idempotency key, the id is stored together with the key first, so that a repeated request uses the same id even after a crash.
 */
public final class Recording {

    private final EventStore events;
    private final IdempotencyStore idempotency;
    private final Clock clock;
    private final RandomGenerator random;
    private final Duration retention;

    /**
     * @param random a cryptographic source
     * @param retention how long an event can be read
     */
    public Recording(
            EventStore events, IdempotencyStore idempotency, Clock clock, RandomGenerator random, Duration retention) {
        this.events = events;
        this.idempotency = idempotency;
        this.clock = clock;
        this.random = random;
        this.retention = retention;
    }

    /**
     * Records a schedule change.
     *
     * @throws ApiException IDEMPOTENCY_KEY_REUSED when the key was used for another change
     */
    public Recorded record(AccountId account, EventDraft draft, Optional<IdempotencyKey> key) {
        return switch (attempt(account, draft, key)) {
            case Recorded recorded -> recorded;
            case KeyReused reused -> throw reused.named("Idempotency-Key");
            case Failed(RuntimeException cause) -> throw cause;
        };
    }

    /** Records a schedule change, unless its key was used for another one. */
    public Outcome attempt(AccountId account, EventDraft draft, Optional<IdempotencyKey> key) {
        Instant now = clock.instant();
        EventId id = EventId.mint(now, random);
        Optional<Claim> earlier = key.flatMap(
                k -> idempotency.claim(account, k, new Claim(draft.fingerprint(), id, id.expiresAt(retention)), now));
        if (earlier.isEmpty()) {
            return new Recorded(put(account, draft, id), false);
        }
        if (!earlier.get().fingerprint().equals(draft.fingerprint())) {
            return new KeyReused();
        }
        // The first request may have crashed before this write, which is idempotent.
        return new Recorded(put(account, draft, earlier.get().event()), true);
    }

    /** Records a schedule change under an id; idempotent. */
    Event put(AccountId account, EventDraft draft, EventId id) {
        return events.putIfAbsent(account, draft.as(id), id.expiresAt(retention));
    }

    /** The result for a schedule change. */
    public sealed interface Outcome {}

    /**
     * A recorded event.
     *
     * @param repeat whether an earlier request with the same idempotency key recorded it
     */
    public record Recorded(Event event, boolean repeat) implements Outcome {}

    /** It is not known whether it was recorded: a call failed. The same change with the same key can be recorded again. */
    public record Failed(RuntimeException cause) implements Outcome {}

    /** Nothing was recorded: the idempotency key was used for another schedule change. */
    public record KeyReused() implements Outcome {

        /**
         * The error for the client.
         *
         * @param name the header or field that contained the key
         */
        public ApiException named(String name) {
            return new ApiException(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    name,
                    "This " + name + " was used for a different event. Use a new key for each schedule change.");
        }
    }
}
