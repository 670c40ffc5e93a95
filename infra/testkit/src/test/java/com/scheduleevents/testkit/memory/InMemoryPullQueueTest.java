package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.testkit.contract.PullQueueContract;

final class InMemoryPullQueueTest extends PullQueueContract {

    private final PullQueue queue = new InMemoryBacklog();

    @Override
    protected PullQueue queue() {
        return queue;
    }
}
