package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.AppointmentOrder;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventIds;
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
    public static EventIds of(RandomGenerator random) {
        return new EventIds(_ -> false, new Unasked(), random, Duration.ofDays(90));
    }

    /** Costs nothing, because nobody asks. */
    private static final class Unasked implements AppointmentOrder {

        @Override
        public SortedSet<EventId> ids(AccountId account, Set<String> appointments) {
            throw new AssertionError("the order of appointments was asked for");
        }

        @Override
        public void add(AccountId account, Map<String, Set<EventId>> ids, Instant expiresAt) {
            throw new AssertionError("ids of appointments were announced");
        }
    }
}
