package com.scheduleevents.local.receiver;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What came in: the last deliveries whole, all of them counted, every event once. */
final class ReceivedDeliveries {

    /** Deliveries kept whole; at 16 KB an event and its headers, at most 170 MB, at the usual 300 bytes some 10 MB. */
    private static final int KEPT = 10_000;

    private final Deque<ReceivedDelivery> deliveries = new ArrayDeque<>();
    private final Map<String, Set<String>> accepted = new HashMap<>();
    private final Map<String, Totals> totals = new TreeMap<>();

    /**
     * Counts of one inbox.
     *
     * @param deliveries all that came in
     * @param accepted those answered with a 2xx
     * @param distinct events among the accepted
     * @param verified deliveries whose signatures are right
     */
    record Totals(
            long deliveries,
            long accepted,
            @JsonProperty("distinct_ids") long distinct,
            long verified) {

        private static final Totals NONE = new Totals(0, 0, 0, 0);

        private Totals and(ReceivedDelivery delivery) {
            boolean counts = delivery.accepted();
            return new Totals(
                    deliveries + 1,
                    accepted + (counts ? 1 : 0),
                    distinct + (counts && !delivery.duplicate() ? 1 : 0),
                    verified + (delivery.verified() ? 1 : 0));
        }
    }

    /** Takes a delivery in. What was refused or not answered does not make the next attempt a duplicate. */
    synchronized void add(ReceivedDelivery delivery) {
        Set<String> before = accepted.computeIfAbsent(delivery.inbox(), inbox -> new HashSet<>());
        boolean duplicate = delivery.accepted() ? !before.add(delivery.id()) : before.contains(delivery.id());
        ReceivedDelivery counted = duplicate ? delivery.asDuplicate() : delivery;
        totals.merge(delivery.inbox(), Totals.NONE.and(counted), (old, one) -> old.and(counted));
        deliveries.addLast(counted);
        if (deliveries.size() > KEPT) {
            deliveries.removeFirst();
        }
    }

    /** Oldest first. */
    synchronized List<ReceivedDelivery> all() {
        return List.copyOf(deliveries);
    }

    synchronized Map<String, Totals> totals() {
        return new TreeMap<>(totals);
    }

    synchronized void clear() {
        deliveries.clear();
        accepted.clear();
        totals.clear();
    }
}
