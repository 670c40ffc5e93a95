package com.scheduleevents.aws.deliveries;

import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.DeliveryLogContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoDeliveryLogTest extends DeliveryLogContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final DynamoDeliveryLog log = new DynamoDeliveryLog(TABLES.dynamoDb(), TABLES.named("DeliveriesTable"));

    @Override
    protected DeliveryLog log() {
        return log;
    }

    @Nested
    final class WhenResponsesAreLost extends DeliveryLogContract {

        private final DynamoDeliveryLog losing =
                new DynamoDeliveryLog(TABLES.losingResponses(), TABLES.named("DeliveriesTable"));

        @Override
        protected DeliveryLog log() {
            return losing;
        }
    }
}
