package com.scheduleevents.cli.commands;

import java.util.Iterator;
import java.util.List;

/** The statuses of deliveries. */
final class Statuses implements Iterable<String> {

    /** Those that can be listed of all webhooks together. */
    static final List<String> OF_ALL_WEBHOOKS = List.of("pending", "failed", "not_sent");

    private static final List<String> ALL =
            List.of("pending", "failed", "succeeded", "dismissed", "not_sent", "expired");

    @Override
    public Iterator<String> iterator() {
        return ALL.iterator();
    }
}
