package com.scheduleevents.aws.webhooks;

import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.ChangeMailLimitContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DynamoChangeMailLimitTest extends ChangeMailLimitContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final ChangeMailLimit limit =
            new DynamoChangeMailLimit(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));

    @Override
    protected ChangeMailLimit limit() {
        return limit;
    }
}
