package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.testkit.aws.LocalTables;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DynamoPingLimitTest extends PingLimitContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final PingLimit pings = new DynamoPingLimit(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));

    @Override
    protected PingLimit pings() {
        return pings;
    }

    @Nested
    final class Simulated extends PingLimitContract {

        private final PingLimit simulated = TestWiring.create().pingLimit();

        @Override
        protected PingLimit pings() {
            return simulated;
        }
    }
}
