package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.testkit.contract.DailyMailLimitContract;

final class InMemoryDailyMailLimitTest extends DailyMailLimitContract {

    private final DailyMailLimit limit = new InMemoryDailyMailLimit();

    @Override
    protected DailyMailLimit limit() {
        return limit;
    }
}
