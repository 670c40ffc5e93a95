package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.testkit.contract.UsageRowsContract;

final class InMemoryUsageTest extends UsageRowsContract {

    private final InMemoryUsage usage = new InMemoryUsage();

    @Override
    protected UsageRows rows() {
        return usage;
    }

    @Override
    protected UsageRowWriter writer() {
        return usage;
    }
}
