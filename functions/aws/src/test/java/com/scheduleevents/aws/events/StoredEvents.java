package com.scheduleevents.aws.events;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Instant;
import java.util.List;

/** Stores many events in few calls. */
public final class StoredEvents {

    private StoredEvents() {}

    /** Stores the rows of events of an account. */
    public static void put(LocalTables tables, AccountId account, List<Event> events, Instant expiresAt) {
        tables.putAll(
                "EventsTable",
                events.stream()
                        .map(event -> EventRow.item(account, event, expiresAt))
                        .toList());
    }

    /** Stores void rows of an account. */
    public static void putVoid(LocalTables tables, AccountId account, List<EventId> ids, Instant expiresAt) {
        tables.putAll(
                "EventsTable",
                ids.stream()
                        .map(id -> EventRow.voidItem(account, id, expiresAt))
                        .toList());
    }
}
