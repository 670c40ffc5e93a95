package com.scheduleevents.delivery.sender;

import java.time.Duration;
import java.time.Instant;

/**
 * An access token.
 *
 * @param value the token, which is a secret
 * @param issuedAt before it was requested
 * @param usableUntil shortly before its end
 */
record AccessToken(String value, Instant issuedAt, Instant usableUntil) {

    /** For how long a token is used whose lifetime the server does not say. */
    static final Duration UNKNOWN_LIFETIME = Duration.ofMinutes(5);

    /** A longer lifetime is not believed. */
    static final Duration LONGEST_LIFETIME = Duration.ofDays(1);

    /** A token on its way to the receiver must not end there. Of a short lifetime, a tenth is left. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private static final int PARTS = 10;

    static AccessToken of(String value, Instant issuedAt, Duration lifetime) {
        Duration believed = lifetime.compareTo(LONGEST_LIFETIME) < 0 ? lifetime : LONGEST_LIFETIME;
        Duration part = believed.dividedBy(PARTS);
        Duration margin = part.compareTo(MARGIN) < 0 ? part : MARGIN;
        return new AccessToken(value, issuedAt, issuedAt.plus(believed).minus(margin));
    }

    /** Whether it can be used now. */
    boolean isUsable(Instant now) {
        return now.isBefore(usableUntil);
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "AccessToken[usableUntil=" + usableUntil + "]";
    }
}
