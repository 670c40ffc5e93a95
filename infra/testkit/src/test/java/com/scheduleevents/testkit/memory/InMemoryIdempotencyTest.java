package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.testkit.contract.IdempotencyStoreContract;

final class InMemoryIdempotencyTest extends IdempotencyStoreContract {

    private final IdempotencyStore keys = new InMemoryIdempotency();

    @Override
    protected IdempotencyStore keys() {
        return keys;
    }
}
