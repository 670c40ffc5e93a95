package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An API key that the API issued, or that of a link to the console, as whoever asked for it knows it. While its revocation is under way, nobody knows
 * whether it works.
 */
public final class IssuedApiKey {

    /** For so long the gateway may let a revoked key through, AuthorizerCacheSeconds of the template, and what a clock may be wrong by. */
    private static final Duration CACHED = Duration.ofSeconds(61);

    /** What the clock of a function may be wrong by when it compares an expiry. */
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    private final String id;
    private final @Nullable IssuedApiKey issuer;
    private final Set<String> scopes;
    private final Instant expiry;
    private final boolean ofALink;
    private Instant askedToRevoke = Instant.MAX;
    private Instant revoked = Instant.MAX;
    private Instant askedToRevokeIssued = Instant.MAX;
    private Instant issuedRevoked = Instant.MAX;

    /**
     * @param issuer the key that issued it; empty for one that the operator issued, and that nobody revokes
     * @param scopes what it may do
     * @param expiry when it expires; empty for never
     * @param ofALink whether it is that of a link to the console
     */
    public IssuedApiKey(
            String id, Optional<IssuedApiKey> issuer, Set<String> scopes, Optional<Instant> expiry, boolean ofALink) {
        this.id = id;
        this.issuer = issuer.orElse(null);
        this.scopes = Set.copyOf(scopes);
        this.expiry = expiry.orElse(Instant.MAX);
        this.ofALink = ofALink;
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** What it may do. */
    public Set<String> scopes() {
        return scopes;
    }

    /** Whether it is that of a link to the console. */
    public boolean isOfALink() {
        return ofALink;
    }

    /**
     * Somebody is about to ask for its revocation.
     *
     * @param withIssued whether what it issued is to be revoked, too
     */
    public void isBeingRevoked(boolean withIssued, Instant now) {
        askedToRevoke = earlier(askedToRevoke, now);
        askedToRevokeIssued = withIssued ? earlier(askedToRevokeIssued, now) : askedToRevokeIssued;
    }

    /**
     * Somebody was told that it is revoked.
     *
     * @param withIssued whether what it issued is revoked, too
     */
    public void isRevoked(boolean withIssued, Instant now) {
        revoked = earlier(revoked, now);
        issuedRevoked = withIssued ? earlier(issuedRevoked, now) : issuedRevoked;
    }

    /** Whether somebody has asked for its revocation, or for that of a key that it comes from with all that this one issued, by then. */
    public boolean mayBeRevokedBy(Instant time) {
        return !askedToRevoke.isAfter(time) || issuers().anyMatch(key -> !key.askedToRevokeIssued.isAfter(time));
    }

    /** Whether it was revoked before that time, whatever else is under way. */
    public boolean isSurelyRevokedBefore(Instant time) {
        return revoked.isBefore(time) || issuers().anyMatch(key -> key.issuedRevoked.isBefore(time));
    }

    /** Whether nothing explains that a request that was answered then is refused for its key. */
    public boolean mustWork(Instant answered) {
        return !mayBeRevokedBy(answered) && answered.isBefore(expiry.minus(CLOCKS));
    }

    /** Whether nothing explains that a request that was made then is answered. */
    public boolean mustNotWork(Instant asked) {
        return isSurelyRevokedBefore(asked.minus(CACHED)) || asked.minus(CLOCKS).isAfter(expiry);
    }

    /** Whether it was neither revoked nor had expired by then, so that all lists have it. */
    public boolean mustBeListed(Instant answered) {
        return !mayBeRevokedBy(answered) && (!ofALink || answered.isBefore(expiry.minus(CLOCKS)));
    }

    boolean mayExpireBefore(Instant time) {
        return expiry.isBefore(time.plus(CLOCKS));
    }

    private Stream<IssuedApiKey> issuers() {
        return Stream.iterate(issuer, Objects::nonNull, key -> key.issuer);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
