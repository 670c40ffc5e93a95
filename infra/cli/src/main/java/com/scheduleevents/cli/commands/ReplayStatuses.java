package com.scheduleevents.cli.commands;

import java.util.Iterator;
import java.util.List;

/** The statuses by which a replay chooses events: those of deliveries, and that of what the endpoint does not have. */
final class ReplayStatuses implements Iterable<String> {

    private static final List<String> ALL = List.of("missed", "pending", "failed", "succeeded", "dismissed");

    @Override
    public Iterator<String> iterator() {
        return ALL.iterator();
    }
}
