package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.AppointmentOrder;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.RecordingIds;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.random.RandomGenerator;

/** The ids of events of accounts whose webhooks get events in any order. */
public final class PlainIds {

    private PlainIds() {}

    /** Gives events ids from that source. */
    public static RecordingIds of(RandomGenerator random) {
        // Costs nothing, because nobody asks.
        AppointmentOrder unasked = new AppointmentOrder() {
            @Override
            public SortedSet<EventId> ids(AccountId account, Set<String> appointments) {
                throw new AssertionError("the order of appointments was asked for");
            }

            @Override
            public void add(AccountId account, Map<String, Set<EventId>> ids, Instant expiresAt) {
                throw new AssertionError("ids of appointments were announced");
            }
        };
        return new RecordingIds(_ -> false, unasked, random, Duration.ofDays(90));
    }
}
