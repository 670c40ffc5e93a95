package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.ServiceUnavailable;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Records schedule changes. The id is created immediately before the write, so that the feed is in the order of recording. With an
 * idempotency key, the id is stored together with the key first, so that a repeated request uses the same id even after a crash.
 *
 * <p>No put begins later than {@link #LONGEST_DELAY} after the time of its id, so that no event appears where a reader of the feed has long
 * been. An id that has become older without an event is made void, and the change gets another one. Whoever dies between these steps has
 * written nothing that the next repeat does not continue from, and since a put of the void id fails, however late it takes effect, at most
 * one id of a key becomes an event.
 */
public final class Recording {

    /** How long after the time of its id the put of an event may begin. */
    static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

    /** How often an id is replaced in one request: each time, another request or a slow call came between. */
    private static final int REPLACEMENTS = 4;

    private final EventStore events;
    private final IdempotencyStore idempotency;
    private final Clock clock;
    private final RecordingIds ids;
    private final Duration retention;
    private final Corrections corrections;

    /**
     * @param ids gives events their ids
     * @param retention how long an event can be read
     */
    public Recording(
            EventStore events, IdempotencyStore idempotency, RecordingIds ids, Clock clock, Duration retention) {
        this.events = events;
        this.idempotency = idempotency;
        this.clock = clock;
        this.ids = ids;
        this.retention = retention;
        this.corrections = new Corrections(retention);
    }

    /**
     * Records a schedule change.
     *
     * @throws ApiException IDEMPOTENCY_KEY_REUSED when the key was used for another change; INVALID_FIELD when there is no such event as the
     *     change corrects
     */
    public Recorded record(AccountId account, EventDraft draft, Optional<IdempotencyKey> key) {
        return switch (attempt(account, draft, key)) {
            case Recorded recorded -> recorded;
            case KeyReused reused -> throw reused.named("Idempotency-Key");
            case NothingToCorrect nothing -> throw nothing.error();
            case Failed(RuntimeException cause) -> throw cause;
        };
    }

    /**
     * Records a schedule change, unless its key was used for another one, or there is no such event as it corrects. That is looked up first, so
     * that a change which is refused leaves its key free.
     */
    public Outcome attempt(AccountId account, EventDraft draft, Optional<IdempotencyKey> key) {
        if (!corrections
                .allowed(List.of(draft), clock.instant(), ids -> found(account, ids))
                .test(draft)) {
            return new NothingToCorrect();
        }
        Instant now = clock.instant();
        EventId id = ids.mint(account, draft, now);
        Optional<Claim> earlier = key.flatMap(
                k -> idempotency.claim(account, k, new Claim(draft.fingerprint(), id, id.expiresAt(retention)), now));
        if (earlier.isEmpty()) {
            return put(account, draft, key, id, false);
        }
        if (!earlier.get().fingerprint().equals(draft.fingerprint())) {
            return new KeyReused();
        }
        // The first request may have crashed before this write, which is idempotent.
        return put(account, draft, key, earlier.get().event(), true);
    }

    /** What gives events their ids. */
    RecordingIds ids() {
        return ids;
    }

    private Map<EventId, Event> found(AccountId account, Set<EventId> ids) {
        return ids.stream()
                .flatMap(id -> events.find(account, id).stream())
                .collect(Collectors.toMap(Event::id, Function.identity()));
    }

    /**
     * Records a schedule change under an id, or under another one if that is too old; idempotent.
     *
     * @param key the key that stands for the id, if there is one
     * @param repeat whether the id was created for an earlier request
     * @throws ServiceUnavailable when others replaced the id each time
     */
    Outcome put(AccountId account, EventDraft draft, Optional<IdempotencyKey> key, EventId first, boolean repeat) {
        EventId id = first;
        for (int replaced = 0; ; replaced++) {
            Optional<Event> stored = stored(account, draft, id);
            if (stored.isPresent()) {
                return new Recorded(stored.get(), repeat);
            }
            if (replaced == REPLACEMENTS) {
                throw new ServiceUnavailable("an event id was replaced again and again");
            }
            EventId next = ids.mint(account, draft, clock.instant());
            if (key.isPresent()) {
                Claim claim = idempotency
                        .replace(
                                account, key.get(), id, new Claim(draft.fingerprint(), next, next.expiresAt(retention)))
                        .orElseThrow(() -> new ServiceUnavailable("the claim on an idempotency key has just expired"));
                if (!claim.fingerprint().equals(draft.fingerprint())) {
                    return new KeyReused();
                }
                next = claim.event();
            }
            id = next;
        }
    }

    /** The event with this id, put now unless the id is too old; empty when its row is void. */
    private Optional<Event> stored(AccountId account, EventDraft draft, EventId id) {
        Event event = draft.as(id);
        ids.announce(account, List.of(event), clock.instant());
        return isTooOld(id, clock.instant())
                ? events.find(account, id).or(() -> events.putVoid(account, id, id.expiresAt(retention)))
                : events.putIfAbsent(account, event, id.expiresAt(retention));
    }

    /** Whether no event may be put under an id any more. */
    static boolean isTooOld(EventId id, Instant now) {
        return Duration.between(id.mintedAt(), now).compareTo(LONGEST_DELAY) > 0;
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

    /** Nothing was recorded: there is no such event as the schedule change corrects, or it is not one of its clinic. */
    public record NothingToCorrect() implements Outcome {

        /** The error for the client, the same whatever is the reason. */
        public ApiException error() {
            return new ApiException(
                    ErrorCode.INVALID_FIELD,
                    EventDraft.CORRECTS,
                    EventDraft.CORRECTS
                            + " must be the ID of an event that was recorded for the same clinic; there is no such event."
                            + " Check the ID and clinic_id.");
        }
    }

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
