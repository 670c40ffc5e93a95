package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/**
 * Port: the ids of the events of each appointment, for accounts with a webhook that gets them in their order. An id is there before its event
 * is recorded, and may never become an event's.
 */
public interface AppointmentOrder {

    /** How many ids of an appointment are kept at least: the newest ones. */
    int KEPT = 100;

    /**
     * The ids of some appointments together; strongly consistent.
     *
     * @param appointments at most {@link BatchStore#MAX}
     */
    SortedSet<EventId> ids(AccountId account, Set<String> appointments);

    /**
     * Adds ids; idempotent.
     *
     * @param ids by appointment; at most {@link BatchStore#MAX}
     * @param expiresAt when these may be deleted
     */
    void add(AccountId account, Map<String, Set<EventId>> ids, Instant expiresAt);
}
