package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clients saw of their requests: those under each idempotency key, and the versions of each resource that they read and changed under its
 * ETag. A key has one request and one outcome. As every successful change makes a version, and versions never go back for whoever asks
 * after an answer, reads and changes of a resource are linearizable.
 */
public final class RequestHistories {

    /** For so long every key is kept, less what clocks are wrong by. */
    private static final Duration KEPT = Duration.ofHours(23);

    private static final String REUSED = "idempotency_key_reused";
    private static final String CONCURRENT = "concurrent_changes";

    private final Ledger ledger;
    private final Map<String, List<Keyed>> keyed = new TreeMap<>();
    private final Map<String, List<Seen>> seen = new TreeMap<>();
    private final Map<String, Map<String, Instant>> refused = new TreeMap<>();

    RequestHistories(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * A response to a request with an idempotency key.
     *
     * @param request the method, path and body
     * @param error the code of its error; empty when it succeeded
     * @param outcome what it made, by its id or its bytes
     * @param secret what it shows once; empty for none
     */
    public record Keyed(
            String request, Instant asked, Instant answered, int status, String error, String outcome, String secret) {

        private boolean succeeded() {
            return status / 100 == 2;
        }

        private boolean follows(Keyed first) {
            return !asked.isBefore(first.answered) && asked.isBefore(first.answered.plus(KEPT));
        }

        /** Whether it says something about its key, and not about who asks, what is gone or what fails. */
        private boolean isAboutItsKey() {
            return succeeded() || ((status == 400 || status == 409) && !error.equals(CONCURRENT));
        }
    }

    /**
     * A version of a resource that a response showed.
     *
     * @param matched the version that the request was made for; 0 for a read
     * @param version the part of the ETag that every change changes
     * @param state what the response shows
     */
    private record Seen(long matched, long version, String state, Instant asked, Instant answered) {}

    /** Somebody got a response to a request under a key of theirs. */
    public void answered(String key, Keyed response) {
        keyed.computeIfAbsent(key, _ -> new ArrayList<>()).add(response);
    }

    /** A resource was read. */
    public void read(String resource, long version, String state, Instant asked, Instant answered) {
        changed(resource, 0, version, state, asked, answered);
    }

    /** A resource was changed on condition that it has a version. */
    public void changed(String resource, long matched, long version, String state, Instant asked, Instant answered) {
        seen.computeIfAbsent(resource, _ -> new ArrayList<>()).add(new Seen(matched, version, state, asked, answered));
    }

    /** A change was refused because the resource has another version. */
    public void refused(String resource, String state, Instant answered) {
        refused.computeIfAbsent(resource, _ -> new HashMap<>()).put(state, answered);
    }

    void check() {
        keyed.forEach(this::checkKey);
        seen.forEach(this::checkVersions);
    }

    @SuppressWarnings("ReferenceEquality") // What two requests got may look alike.
    private void checkKey(String key, List<Keyed> responses) {
        for (Keyed first : responses) {
            for (Keyed other : responses) {
                if (first.succeeded() && other != first && !isConsistent(first, other)) {
                    ledger.breaks(
                            Promise.REPEAT_CHANGES_NOTHING,
                            key,
                            "a request under this key was answered with " + first + ", and one with " + other);
                    return;
                }
            }
        }
    }

    private static boolean isConsistent(Keyed first, Keyed other) {
        boolean same = first.request.equals(other.request);
        if (other.succeeded()) {
            return same
                    && first.outcome.equals(other.outcome)
                    && (first.secret.isEmpty() || other.secret.isEmpty() || first.secret.equals(other.secret));
        }
        return !other.follows(first) || !other.isAboutItsKey() || same != other.error.equals(REUSED);
    }

    @SuppressWarnings("ReferenceEquality") // What two changes got may look alike.
    private void checkVersions(String resource, List<Seen> all) {
        for (Seen one : all) {
            Instant refusal = refused.getOrDefault(resource, Map.of()).get(one.state);
            if (refusal != null && all.stream().noneMatch(other -> isMadeOver(one, other, refusal))) {
                breaks(resource, "a change was refused, and had its effect: " + one);
                return;
            }
            if (one.matched >= one.version) {
                breaks(resource, "a change made no new version: " + one);
                return;
            }
            for (Seen other : all) {
                if (other != one && !isOrdered(one, other)) {
                    breaks(resource, one + " contradicts " + other);
                    return;
                }
            }
        }
    }

    /**
     * Whether a change was made after another one, whose response the SDK had lost: it then makes its own again, finds that later one, and cannot
     * tell that its own was there before.
     */
    private static boolean isMadeOver(Seen one, Seen other, Instant refusal) {
        return other.matched > 0 && other.version > one.version && other.asked.isBefore(refusal);
    }

    private static boolean isOrdered(Seen one, Seen other) {
        boolean goesBack = one.answered.isBefore(other.asked) && one.version > other.version;
        boolean isAnother = one.version == other.version && !one.state.equals(other.state);
        boolean overwrites = one.matched > 0 && (one.matched == other.matched || liesBetween(one, other));
        return !goesBack && !isAnother && !overwrites;
    }

    /** Whether a version lies between the one that a change was made for and the one that it made. */
    private static boolean liesBetween(Seen change, Seen other) {
        return other.version > change.matched && other.version < change.version;
    }

    private void breaks(String resource, String explanation) {
        ledger.breaks(Promise.NO_CHANGE_IS_OVERWRITTEN, resource, explanation);
    }
}
