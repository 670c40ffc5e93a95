package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.testkit.contract.ReplayStoreContract;

final class InMemoryReplaysTest extends ReplayStoreContract {

    private final ReplayStore store = new InMemoryReplays();

    @Override
    protected ReplayStore store() {
        return store;
    }
}
