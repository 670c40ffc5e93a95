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
 * Records many schedule changes in few calls, each as if it had come alone and after the one before it. What a concurrent
 * request gets in the way of is recorded alone, where that is sorted out.
 */
public final class BatchRecording {

    private final BatchStore store;
    private final Recording single;
    private final Clock clock;
    private final RandomGenerator random;
    private final Duration retention;

    /**
     * @param single records what has to be recorded alone
     * @param random a source that two instances of the service never share
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
     * @return an outcome for each, in their order
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

    /** Pure: what each change calls for, from what was claimed before the batch and by the changes before it. */
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
                steps.add(
                        same
                                ? new Step.Write(put(change, earlier.get().event(), Optional.empty()), true)
                                : new Step.Refuse());
            } else {
                Put put = put(change, ids.get(i), change.key());
                change.key().ifPresent(key -> claims.put(key, put.claim()));
                steps.add(new Step.Write(put, false));
            }
        }
        return steps;
    }

    private Put put(Change change, EventId id, Optional<IdempotencyKey> claimed) {
        return new Put(
                change.draft().as(id),
                claimed,
                change.draft().fingerprint(),
                id.mintedAt().plus(retention));
    }

    private static Set<IdempotencyKey> keys(List<Change> changes) {
        return changes.stream().flatMap(change -> change.key().stream()).collect(Collectors.toSet());
    }

    /** The events that were there before, if the request that claimed their keys did not crash. */
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

    /** One for each event that is not there. */
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
     * @param key its own idempotency key, if it has one
     */
    public record Change(EventDraft draft, Optional<IdempotencyKey> key) {}

    /** What a change calls for. */
    private sealed interface Step {

        /** Its event has to be there, under that identifier. */
        record Write(Put put, boolean repeat) implements Step {}

        /** Its key was used for another change. */
        record Refuse() implements Step {}
    }
}
