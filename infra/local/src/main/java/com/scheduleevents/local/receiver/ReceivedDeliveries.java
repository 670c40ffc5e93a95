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

/** Stores the last deliveries, counts all of them, and recognizes repeated events. */
final class ReceivedDeliveries {

    /** The number of stored deliveries: with 16 KB per event and its headers at most 170 MB, with the usual 300 bytes about 10 MB. */
    private static final int KEPT = 10_000;

    private final Deque<ReceivedDelivery> deliveries = new ArrayDeque<>();
    private final Map<String, Set<String>> accepted = new HashMap<>();
    private final Map<String, Totals> totals = new TreeMap<>();

    /**
     * The counts of an inbox.
     *
     * @param deliveries all deliveries
     * @param accepted deliveries that got a 2xx response
     * @param distinct different events among the accepted deliveries
     * @param verified deliveries with valid signatures
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

    /** Adds a delivery. The next attempt of one that was not accepted is not a duplicate. */
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
