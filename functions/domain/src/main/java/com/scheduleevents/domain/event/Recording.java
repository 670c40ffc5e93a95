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
 * Records schedule changes. The identifier is minted immediately before the write, so that the feed's order is the order of
 * recording; with an idempotency key the identifier is written down first, so that a repeat finds it whatever crashed between.
 */
public final class Recording {

    private final EventStore events;
    private final IdempotencyStore idempotency;
    private final Clock clock;
    private final RandomGenerator random;
    private final Duration retention;

    /**
     * @param random a source that two instances of the service never share
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
     * Records one schedule change.
     *
     * @throws ApiException 409 when the key was used for another change
     */
    public Recorded record(AccountId account, EventDraft draft, Optional<IdempotencyKey> key) {
        return switch (attempt(account, draft, key)) {
            case Recorded recorded -> recorded;
            case KeyReused reused -> throw reused.named("Idempotency-Key");
        };
    }

    /** Records one schedule change, unless its key was used for another. */
    public Outcome attempt(AccountId account, EventDraft draft, Optional<IdempotencyKey> key) {
        Instant now = clock.instant();
        EventId id = EventId.mint(now, random);
        Optional<Claim> earlier =
                key.flatMap(k -> idempotency.claim(account, k, new Claim(draft.fingerprint(), id, expiry(id)), now));
        if (earlier.isEmpty()) {
            return new Recorded(put(account, draft, id), false);
        }
        if (!earlier.get().fingerprint().equals(draft.fingerprint())) {
            return new KeyReused();
        }
        // The first try may have crashed before this write; the put is harmless when it had not.
        return new Recorded(put(account, draft, earlier.get().event()), true);
    }

    private Event put(AccountId account, EventDraft draft, EventId id) {
        return events.putIfAbsent(account, draft.as(id), expiry(id));
    }

    private Instant expiry(EventId id) {
        return id.mintedAt().plus(retention);
    }

    /** What became of a schedule change. */
    public sealed interface Outcome {}

    /**
     * A recorded event.
     *
     * @param event as it is stored
     * @param repeat whether the request had been made before, with the same idempotency key
     */
    public record Recorded(Event event, boolean repeat) implements Outcome {}

    /** Nothing was recorded: the idempotency key was used for another schedule change. */
    public record KeyReused() implements Outcome {

        /**
         * As an answer to a client.
         *
         * @param name what the client's key was given in
         */
        public ApiException named(String name) {
            return new ApiException(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    name,
                    "This " + name + " was used for a different event. Use a new key for each schedule change.");
        }
    }
}
