package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The clinics that an API key sees, as the operator knows it. While one is being shown to the key or hidden from it, nobody knows whether the
 * key sees it.
 */
public final class WatchedKey {

    /** For so long the gateway may let a revoked key through: AuthorizerCacheSeconds of the template. */
    private static final Duration CACHED = Duration.ofSeconds(60);

    private final boolean all;
    private final Map<String, Instant> shown = new HashMap<>();
    private final Map<String, Instant> hidden = new HashMap<>();
    private Instant revoked = Instant.MAX;

    /**
     * @param all whether it sees all clinics of its account, and in the feed those that were removed, too
     * @param clinics those of its account
     * @param now when it was issued, with all of these
     */
    public WatchedKey(boolean all, Collection<String> clinics, Instant now) {
        this.all = all;
        clinics.forEach(clinic -> shown.put(clinic, now));
    }

    /** A clinic is about to be shown to it. */
    public void isShowing(String clinic) {
        hidden.remove(clinic);
    }

    /** The operator was told that it sees a clinic. */
    public void shows(String clinic, Instant now) {
        hidden.remove(clinic);
        shown.putIfAbsent(clinic, now);
    }

    /** A clinic is about to be hidden from it. */
    public void isHiding(String clinic) {
        shown.remove(clinic);
    }

    /** The operator was told that it does not see a clinic. */
    public void hides(String clinic, Instant now) {
        shown.remove(clinic);
        hidden.putIfAbsent(clinic, now);
    }

    /** The operator was told that it is revoked. */
    public void isRevoked(Instant now) {
        revoked = now;
    }

    /** The clinics of its account that it does not see. */
    public Set<String> hidden() {
        return Set.copyOf(hidden.keySet());
    }

    /** Whether each feed that it reads is a merge of its clinics' feeds. */
    boolean isNarrow() {
        return !all;
    }

    /** Whether it has seen a clinic all the time since then. */
    boolean hasSeen(String clinic, Instant since) {
        Instant from = shown.get(clinic);
        return from != null && !from.isAfter(since);
    }

    /** Whether the feed has shown it the events of a clinic all the time since then. */
    boolean hasListed(String clinic, Instant since) {
        return all || hasSeen(clinic, since);
    }

    /** Whether what it asked for at that time must not contain events of a clinic. */
    boolean mayNotRead(String clinic, Instant asked) {
        Instant from = hidden.get(clinic);
        boolean hides = !all && from != null && !from.isAfter(asked);
        return hides || revoked.isBefore(asked.minus(CACHED));
    }
}
