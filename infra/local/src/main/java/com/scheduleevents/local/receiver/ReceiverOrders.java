package com.scheduleevents.local.receiver;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The orders in force: at most one for each inbox, and one for all the others. */
final class ReceiverOrders {

    /** By inbox; the empty name stands for all that have none. */
    private final Map<String, ReceiverOrder> orders = new TreeMap<>();

    synchronized void give(ReceiverOrder order) {
        orders.put(order.inbox().orElse(""), order);
    }

    /** What to do with this delivery, which counts against the order. */
    synchronized Optional<ReceiverOrder> take(String inbox) {
        String key = orders.containsKey(inbox) ? inbox : "";
        Optional<ReceiverOrder> order = Optional.ofNullable(orders.remove(key));
        order.flatMap(ReceiverOrder::next).ifPresent(next -> orders.put(key, next));
        return order;
    }

    synchronized List<ReceiverOrder> all() {
        return List.copyOf(orders.values());
    }

    synchronized void clear() {
        orders.clear();
    }
}
