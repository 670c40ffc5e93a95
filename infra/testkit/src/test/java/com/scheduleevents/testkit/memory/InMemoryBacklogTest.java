package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.testkit.contract.BacklogContract;

final class InMemoryBacklogTest extends BacklogContract {

    private final Backlog backlog = new InMemoryBacklog();

    @Override
    protected Backlog backlog() {
        return backlog;
    }
}
