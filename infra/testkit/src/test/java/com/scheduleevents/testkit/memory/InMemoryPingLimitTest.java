package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.testkit.contract.PingLimitContract;

final class InMemoryPingLimitTest extends PingLimitContract {

    private final PingLimit pings = new InMemoryPingLimit();

    @Override
    protected PingLimit pings() {
        return pings;
    }
}
