package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.mail.MailCounts;
import com.scheduleevents.testkit.aws.LocalTables;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DynamoMailCountsTest extends MailCountsContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final MailCounts counts = new DynamoMailCounts(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));

    @Override
    protected MailCounts counts() {
        return counts;
    }

    @Nested
    final class Simulated extends MailCountsContract {

        private final MailCounts simulated = TestWiring.create().mailCounts();

        @Override
        protected MailCounts counts() {
            return simulated;
        }
    }
}
