package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.testkit.contract.EventStoreContract;

final class InMemoryEventsTest extends EventStoreContract {

    private final EventStore events = new InMemoryEvents();

    @Override
    protected EventStore events() {
        return events;
    }
}
