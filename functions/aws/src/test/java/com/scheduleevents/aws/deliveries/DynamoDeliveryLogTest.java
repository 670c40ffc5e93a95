package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.testkit.aws.LocalTables;
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
    final class Simulated extends DeliveryLogContract {

        private final DeliveryLog simulated = TestWiring.create().deliveryLog();

        @Override
        protected DeliveryLog log() {
            return simulated;
        }
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
