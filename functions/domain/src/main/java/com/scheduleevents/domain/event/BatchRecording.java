package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchStore.Put;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import com.scheduleevents.domain.event.Recording.Failed;
import com.scheduleevents.domain.event.Recording.KeyReused;
import com.scheduleevents.domain.event.Recording.NothingToCorrect;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Records many schedule changes with few calls, each as if it had been sent alone and after the one before it. As with a single change,
 * the id is stored together with the key before the event is. A change that meets a concurrent request is recorded alone.
 */
public final class BatchRecording {

    private final BatchStore store;
    private final Recording single;
    private final Clock clock;
    private final RecordingIds ids;
    private final Duration retention;
    private final Corrections corrections;

    /**
     * @param single records changes one at a time
     * @param retention how long an event can be read
     */
    public BatchRecording(BatchStore store, Recording single, Clock clock, Duration retention) {
        this.store = store;
        this.single = single;
        this.clock = clock;
        this.ids = single.ids();
        this.retention = retention;
        this.corrections = new Corrections(retention);
    }

    /**
     * Records schedule changes. A call that fails fails the changes that depend on it, and those that are left to be recorded alone after
     * it: what stops one mostly stops all, and the caller would wait for each in turn.
     *
     * @param changes at most {@link BatchStore#MAX}
     * @return the outcome of each change, in the same order
     */
    public List<Outcome> record(AccountId account, List<Change> changes) {
        Calls calls = new Calls();
        Predicate<EventDraft> allowed = allowed(account, changes, calls);
        Instant now = clock.instant();
        List<EventDraft> drafts = changes.stream().map(Change::draft).toList();
        Optional<List<EventId>> minted = calls.make(() -> ids.mint(account, drafts, now));
        if (minted.isEmpty()) {
            return drafts.stream().<Outcome>map(_ -> calls.failure()).toList();
        }
        List<EventId> created = minted.get();
        Map<IdempotencyKey, Claim> claims = calls.make(
                        () -> store.claim(account, wanted(changes, created, allowed), now))
                .orElse(Map.of());
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            steps.add(
                    allowed.test(changes.get(i).draft())
                            ? step(changes.get(i), created.get(i), claims)
                            : new Step.Refuse(new NothingToCorrect()));
        }
        Map<EventId, Event> recorded = put(account, steps, Set.copyOf(created), calls);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            outcomes.add(outcome(account, changes.get(i), steps.get(i), recorded, calls));
        }
        return outcomes;
    }

    /** Which changes may be recorded as far as they correct something. After a failed look-up, none will be. */
    private Predicate<EventDraft> allowed(AccountId account, List<Change> changes, Calls calls) {
        List<EventDraft> drafts = changes.stream().map(Change::draft).toList();
        return calls.make(() -> corrections.allowed(drafts, clock.instant(), ids -> store.find(account, ids)))
                .orElse(_ -> true);
    }

    /** The claims to make: where several changes have the same key, it is the first one that claims it. */
    private Map<IdempotencyKey, Claim> wanted(List<Change> changes, List<EventId> ids, Predicate<EventDraft> allowed) {
        Map<IdempotencyKey, Claim> wanted = new LinkedHashMap<>();
        for (int i = 0; i < changes.size(); i++) {
            EventId id = ids.get(i);
            EventDraft draft = changes.get(i).draft();
            changes.get(i)
                    .key()
                    .filter(_ -> allowed.test(draft))
                    .ifPresent(key -> wanted.computeIfAbsent(
                            key, _ -> new Claim(draft.fingerprint(), id, id.expiresAt(retention))));
        }
        return wanted;
    }

    /**
     * Decides what to do for a change.
     *
     * @param id the id that was created for it
     * @param claims what the keys of the batch stand for
     */
    private static Step step(Change change, EventId id, Map<IdempotencyKey, Claim> claims) {
        if (change.key().isEmpty()) {
            return new Step.Write(change.draft().as(id), false);
        }
        Optional<Claim> claim = change.key().map(claims::get);
        if (claim.isEmpty()) {
            return new Step.Alone();
        }
        EventId claimed = claim.get().event();
        if (claimed.equals(id)) {
            return new Step.Write(change.draft().as(id), false);
        }
        return claim.get().fingerprint().equals(change.draft().fingerprint())
                ? new Step.Write(change.draft().as(claimed), true)
                : new Step.Refuse(new KeyReused());
    }

    /**
     * Writes the events that do not exist yet. Those of earlier requests do, unless the request crashed, so they are read first. Changes whose
     * ids are too old for a put are left to be recorded alone, under other ones.
     */
    private Map<EventId, Event> put(AccountId account, List<Step> steps, Set<EventId> created, Calls calls) {
        Map<EventId, Event> wanted = new LinkedHashMap<>();
        writes(steps).forEach(write -> wanted.put(write.event().id(), write.event()));
        Set<EventId> earlier = new HashSet<>(wanted.keySet());
        earlier.removeAll(created);
        Map<EventId, Event> recorded =
                new HashMap<>(calls.make(() -> store.find(account, earlier)).orElse(Map.of()));
        Instant now = clock.instant();
        List<Put> puts = wanted.values().stream()
                .filter(event -> !recorded.containsKey(event.id()))
                .filter(event -> !Recording.isTooOld(event.id(), now))
                .map(event -> new Put(event, event.id().expiresAt(retention)))
                .toList();
        recorded.putAll(calls.make(() -> announced(account, puts, now)).orElse(Map.of()));
        return recorded;
    }

    private Map<EventId, Event> announced(AccountId account, List<Put> puts, Instant now) {
        ids.announce(account, puts.stream().map(Put::event).toList(), now);
        return store.put(account, puts);
    }

    private Outcome outcome(AccountId account, Change change, Step step, Map<EventId, Event> recorded, Calls calls) {
        return switch (step) {
            case Step.Refuse(Outcome refused) -> refused;
            case Step.Alone() -> calls.outcome(() -> single.attempt(account, change.draft(), change.key()));
            case Step.Write(Event event, boolean repeat) -> {
                Event found = recorded.get(event.id());
                yield found == null
                        ? calls.outcome(() -> single.put(account, change.draft(), change.key(), event.id(), repeat))
                        : new Recorded(found, repeat);
            }
        };
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

    /** The calls of one batch: after one has failed, no other is made. */
    private static final class Calls {

        private Optional<Failed> failed = Optional.empty();

        /** Empty when the call failed, or one before it. */
        <T> Optional<T> make(Supplier<T> call) {
            if (failed.isPresent()) {
                return Optional.empty();
            }
            try {
                return Optional.of(call.get());
            } catch (RuntimeException cause) {
                failed = Optional.of(new Failed(cause));
                return Optional.empty();
            }
        }

        /** Why a call has failed. */
        Failed failure() {
            return failed.orElseThrow();
        }

        Outcome outcome(Supplier<Outcome> call) {
            return make(call).or(() -> failed).orElseThrow();
        }
    }

    /** What to do for a change. */
    private sealed interface Step {

        /** Its event has to exist under this id. */
        record Write(Event event, boolean repeat) implements Step {}

        /** It is not known who has its key. */
        record Alone() implements Step {}

        /** Its key was used for another change, or there is nothing that it could correct. */
        record Refuse(Outcome refused) implements Step {}
    }
}
