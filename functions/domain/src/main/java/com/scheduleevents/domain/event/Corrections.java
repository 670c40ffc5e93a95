package com.scheduleevents.domain.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides which corrections may be recorded (requirement R3): those of an event of the same clinic, and those of an event that
 * has expired, which nobody can look up any more. The clinic is one that the producer may record for, so a correction tells it nothing about
 * the events of others: an event of another clinic or account is refused like one that never existed.
 *
 * @param retention how long an event can be read
 */
record Corrections(Duration retention) {

    /** An event that expires so soon counts as expired: clocks differ, and its row may be deleted while it is looked up. */
    private static final Duration SOON = Duration.ofMinutes(1);

    /**
     * Decides about schedule changes of one account. Nothing is read for a change that corrects nothing, or an expired event.
     *
     * @param find finds recorded events of the account
     * @return which of the changes may be recorded
     */
    Predicate<EventDraft> allowed(
            Collection<EventDraft> drafts, Instant now, Function<Set<EventId>, Map<EventId, Event>> find) {
        EventId oldest = EventId.firstAtOrAfter(now.minus(retention).plus(SOON));
        Set<EventId> kept = drafts.stream()
                .flatMap(draft -> draft.corrects().stream())
                .flatMap(id -> recordable(id).stream())
                .filter(id -> id.compareTo(oldest) >= 0)
                .collect(Collectors.toUnmodifiableSet());
        Map<EventId, Event> found = kept.isEmpty() ? Map.of() : find.apply(kept);
        return draft -> draft.corrects().isEmpty()
                || draft.corrects()
                        .flatMap(Corrections::recordable)
                        .filter(id -> id.compareTo(oldest) < 0 || isOfClinic(found.get(id), draft))
                        .isPresent();
    }

    private static boolean isOfClinic(@Nullable Event corrected, EventDraft draft) {
        return corrected != null && corrected.clinic().equals(draft.clinic());
    }

    /** The id, if an event can have been recorded under it. */
    private static Optional<EventId> recordable(String id) {
        return EventId.parse(id).filter(parsed -> !parsed.isTest());
    }
}
