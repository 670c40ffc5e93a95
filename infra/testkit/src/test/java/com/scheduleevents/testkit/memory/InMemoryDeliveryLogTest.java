package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.testkit.contract.DeliveryLogContract;

final class InMemoryDeliveryLogTest extends DeliveryLogContract {

    private final InMemoryDeliveryLog log = new InMemoryDeliveryLog();

    @Override
    protected DeliveryLog log() {
        return log;
    }
}
