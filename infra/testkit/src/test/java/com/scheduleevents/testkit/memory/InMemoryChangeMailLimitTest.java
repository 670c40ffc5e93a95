package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.testkit.contract.ChangeMailLimitContract;

final class InMemoryChangeMailLimitTest extends ChangeMailLimitContract {

    private final ChangeMailLimit limit = new InMemoryChangeMailLimit();

    @Override
    protected ChangeMailLimit limit() {
        return limit;
    }
}
