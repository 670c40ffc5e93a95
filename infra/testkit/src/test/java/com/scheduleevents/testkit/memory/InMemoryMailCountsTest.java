package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.mail.MailCounts;
import com.scheduleevents.testkit.contract.MailCountsContract;

final class InMemoryMailCountsTest extends MailCountsContract {

    private final MailCounts counts = new InMemoryMailCounts();

    @Override
    protected MailCounts counts() {
        return counts;
    }
}
