package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchStore.Put;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.event.Recording.KeyReused;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records many schedule changes with few calls, each as if it had been sent alone and after the one before it. A change that meets a
 * concurrent request is recorded alone.
 */
public final class BatchRecording {

    private final BatchStore store;
    private final Recording single;
    private final Clock clock;
    private final RandomGenerator random;
    private final Duration retention;

    /**
     * @param single records changes one at a time
     * @param random a cryptographic source
     * @param retention how long an event can be read
     */
    public BatchRecording(BatchStore store, Recording single, Clock clock, RandomGenerator random, Duration retention) {
        this.store = store;
        this.single = single;
        this.clock = clock;
        this.random = random;
        this.retention = retention;
    }

    /**
     * Records schedule changes.
     *
     * @param changes at most {@link BatchStore#MAX}
     * @return the outcome of each change, in the same order
     */
    public List<Outcome> record(AccountId account, List<Change> changes) {
        Instant now = clock.instant();
        Map<IdempotencyKey, Claim> claims = store.claims(account, keys(changes), now);
        List<Step> steps = steps(changes, claims, now);
        Map<EventId, Event> recorded = new HashMap<>(store.find(account, repeated(steps)));
        List<Put> puts = puts(steps, recorded.keySet());
        store.put(account, puts, now).forEach(put -> recorded.put(put.event().id(), put.event()));
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            outcomes.add(outcome(account, changes.get(i), steps.get(i), recorded));
        }
        return outcomes;
    }

    private Outcome outcome(AccountId account, Change change, Step step, Map<EventId, Event> recorded) {
        return switch (step) {
            case Step.Refuse() -> new KeyReused();
            case Step.Write(Put put, boolean repeat) ->
                Optional.ofNullable(recorded.get(put.event().id()))
                        .<Outcome>map(event -> new Recorded(event, repeat))
                        .orElseGet(() -> single.attempt(account, change.draft(), change.key()));
        };
    }

    /** Decides what to do for each change, given the claims that were stored before the batch and those of the changes before it. */
    private List<Step> steps(List<Change> changes, Map<IdempotencyKey, Claim> before, Instant now) {
        List<EventId> ids = EventId.mint(changes.size(), now, random);
        Map<IdempotencyKey, Claim> claims = new HashMap<>(before);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            String fingerprint = change.draft().fingerprint();
            Optional<Claim> earlier = change.key().map(claims::get);
            if (earlier.isPresent()) {
                boolean same = earlier.get().fingerprint().equals(fingerprint);
                Put put = put(change, earlier.get().event(), Optional.empty());
                steps.add(same ? new Step.Write(put, true) : new Step.Refuse());
            } else {
                Put put = put(change, ids.get(i), change.key());
                change.key().ifPresent(key -> claims.put(key, put.claim()));
                steps.add(new Step.Write(put, false));
            }
        }
        return steps;
    }

    private Put put(Change change, EventId id, Optional<IdempotencyKey> claimed) {
        return new Put(change.draft().as(id), claimed, change.draft().fingerprint(), id.expiresAt(retention));
    }

    private static Set<IdempotencyKey> keys(List<Change> changes) {
        return changes.stream().flatMap(change -> change.key().stream()).collect(Collectors.toSet());
    }

    /** The events of repeated requests; they exist unless the first request crashed. */
    private static Set<EventId> repeated(List<Step> steps) {
        Set<EventId> own = writes(steps)
                .filter(write -> !write.repeat())
                .map(write -> write.put().event().id())
                .collect(Collectors.toSet());
        return writes(steps)
                .map(write -> write.put().event().id())
                .filter(id -> !own.contains(id))
                .collect(Collectors.toSet());
    }

    /** One put for each event that does not exist yet. */
    private static List<Put> puts(List<Step> steps, Set<EventId> there) {
        Map<EventId, Put> puts = new LinkedHashMap<>();
        writes(steps)
                .map(Step.Write::put)
                .filter(put -> !there.contains(put.event().id()))
                .forEach(put -> puts.putIfAbsent(put.event().id(), put));
        return List.copyOf(puts.values());
    }

    private static Stream<Step.Write> writes(List<Step> steps) {
        return steps.stream().filter(Step.Write.class::isInstance).map(Step.Write.class::cast);
    }

    /**
     * A schedule change of a batch.
     *
     * @param key its own idempotency key, if any
     */
    public record Change(EventDraft draft, Optional<IdempotencyKey> key) {}

    /** What to do for a change. */
    private sealed interface Step {

        /** Its event has to exist under this id. */
        record Write(Put put, boolean repeat) implements Step {}

        /** Its key was used for another change. */
        record Refuse() implements Step {}
    }
}
