package com.scheduleevents.aws.webhooks;

import com.scheduleevents.domain.mail.DailyMailLimit;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.DailyMailLimitContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DynamoDailyMailLimitTest extends DailyMailLimitContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final DailyMailLimit limit =
            new DynamoDailyMailLimit(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"), DailyMailLimit.STANDARD);

    @Override
    protected DailyMailLimit limit() {
        return limit;
    }
}
