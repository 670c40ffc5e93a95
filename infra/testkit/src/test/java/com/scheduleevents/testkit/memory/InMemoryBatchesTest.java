package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.testkit.contract.BatchStoreContract;

final class InMemoryBatchesTest extends BatchStoreContract {

    private final InMemoryEvents events = new InMemoryEvents();
    private final InMemoryIdempotency idempotency = new InMemoryIdempotency();
    private final BatchStore store = new InMemoryBatches(events, idempotency);

    @Override
    protected BatchStore store() {
        return store;
    }

    @Override
    protected EventStore events() {
        return events;
    }

    @Override
    protected IdempotencyStore idempotency() {
        return idempotency;
    }
}
