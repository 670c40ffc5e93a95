package com.scheduleevents.local.receiver;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The current orders: at most one for each inbox, and one for all others. */
final class CurrentOrders {

    /** By inbox; the empty name is for inboxes without an order. */
    private final Map<String, ReceiverOrder> orders = new TreeMap<>();

    synchronized void give(ReceiverOrder order) {
        orders.put(order.inbox().orElse(""), order);
    }

    /** The order for a delivery, whose remaining count is reduced. */
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
