package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Gives events their ids. In an account with a webhook that gets the events of each appointment in their order, the id of an event is greater
 * than those of all events of its appointment that were confirmed before it was requested, whatever the clocks say, and it is announced before
 * the event is recorded. So whoever attempts an event finds the ids of all that come before it.
 */
public final class RecordingIds {

    /** For how long an execution environment believes what it knows of an account. */
    private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

    /** How many accounts an execution environment knows: then it forgets all of them. */
    private static final int MOST_KNOWN = 10_000;

    private final Predicate<AccountId> isOrdered;
    private final AppointmentOrder order;
    private final RandomGenerator random;
    private final Duration retention;
    private final Map<AccountId, Known> accounts = new ConcurrentHashMap<>();

    /**
     * @param isOrdered reads whether an account has had a webhook that gets events in their order
     * @param random a cryptographic source
     * @param retention how long an event can be read
     */
    public RecordingIds(
            Predicate<AccountId> isOrdered, AppointmentOrder order, RandomGenerator random, Duration retention) {
        this.isOrdered = isOrdered;
        this.order = order;
        this.random = random;
        this.retention = retention;
    }

    /** The id of an event that is recorded now. */
    EventId mint(AccountId account, EventDraft draft, Instant now) {
        return mint(account, List.of(draft), now).getFirst();
    }

    /** The ids of events that are recorded now, in ascending order. */
    List<EventId> mint(AccountId account, List<EventDraft> drafts, Instant now) {
        Set<String> appointments =
                drafts.stream().flatMap(draft -> draft.appointment().stream()).collect(Collectors.toSet());
        Instant earliest = now;
        if (!appointments.isEmpty() && isOrdered(account, now)) {
            earliest = order.ids(account, appointments).stream()
                    .reduce((_, last) -> last)
                    .map(newest -> newest.mintedAt().plusMillis(1))
                    .filter(now::isBefore)
                    .orElse(now);
        }
        return EventId.mint(drafts.size(), earliest, random);
    }

    /** Announces the ids under which events are about to be recorded; idempotent. */
    void announce(AccountId account, Collection<Event> events, Instant now) {
        if (events.isEmpty() || !isOrdered(account, now)) {
            return;
        }
        Map<String, Set<EventId>> ids = new HashMap<>();
        events.forEach(
                event -> new EventFields(event.json()).appointment().ifPresent(appointment -> ids.computeIfAbsent(
                                appointment, _ -> new HashSet<>())
                        .add(event.id())));
        // Ids may be of another clock than this one.
        order.add(account, ids, now.plus(retention).plus(KNOWN_FOR));
    }

    private boolean isOrdered(AccountId account, Instant now) {
        Known known = accounts.get(account);
        if (known != null && now.isBefore(known.until)) {
            return known.ordered;
        }
        if (accounts.size() >= MOST_KNOWN) {
            accounts.clear();
        }
        boolean ordered = isOrdered.test(account);
        accounts.put(account, new Known(ordered, now.plus(KNOWN_FOR)));
        return ordered;
    }

    private record Known(boolean ordered, Instant until) {}
}
