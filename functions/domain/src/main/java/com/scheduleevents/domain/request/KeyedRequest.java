package com.scheduleevents.domain.request;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A request with an idempotency key, as it is remembered.
 *
 * @param fingerprint identifies the request, so that another request with the same key is recognised
 * @param ulid the ULID in the id of whatever it creates, so that a request that takes over from one that died creates the same again
 * @param underWayUntil until when it is taken to be under way; empty once it has succeeded
 * @param expiresAt when the key becomes free again
 */
public record KeyedRequest(String fingerprint, String ulid, Optional<Instant> underWayUntil, Instant expiresAt) {

    /** How long a request is remembered. */
    public static final Duration RETENTION = Duration.ofHours(24);

    /** Longer than API Gateway waits for a function. A request of which nothing was heard by then has died. */
    static final Duration LONGEST_RUN = Duration.ofSeconds(30);

    /**
     * A request that begins.
     *
     * @param now the present time
     */
    public static KeyedRequest begun(String fingerprint, String ulid, Instant now) {
        return new KeyedRequest(fingerprint, ulid, end(now), now.plus(RETENTION));
    }

    /** Whether it has succeeded. */
    public boolean hasSucceeded() {
        return underWayUntil.isEmpty();
    }

    /** Whether it may still be under way. */
    public boolean isUnderWay(Instant now) {
        return underWayUntil.filter(now::isBefore).isPresent();
    }

    /** The same request, which a repeat takes over. */
    public KeyedRequest takenOver(Instant now) {
        return new KeyedRequest(fingerprint, ulid, end(now), expiresAt);
    }

    /** The same request, which has failed: nobody knows with what effect, so a repeat may take over at once. */
    public KeyedRequest failed() {
        return new KeyedRequest(fingerprint, ulid, Optional.of(Instant.EPOCH), expiresAt);
    }

    /** The same request, which has succeeded. */
    public KeyedRequest succeeded() {
        return new KeyedRequest(fingerprint, ulid, Optional.empty(), expiresAt);
    }

    private static Optional<Instant> end(Instant now) {
        return Optional.of(Instant.ofEpochMilli(now.plus(LONGEST_RUN).toEpochMilli()));
    }
}
