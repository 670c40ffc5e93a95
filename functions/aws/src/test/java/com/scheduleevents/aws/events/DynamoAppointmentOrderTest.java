package com.scheduleevents.aws.events;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.event.AppointmentOrder;
import com.scheduleevents.testkit.aws.LocalTables;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoAppointmentOrderTest extends AppointmentOrderContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    @Override
    protected AppointmentOrder order() {
        return new DynamoAppointmentOrder(TABLES.dynamoDb(), TABLES.named("IdempotencyTable"));
    }

    @Nested
    final class Simulated extends AppointmentOrderContract {

        private final AppointmentOrder simulated = TestWiring.create().appointmentOrder();

        @Override
        protected AppointmentOrder order() {
            return simulated;
        }
    }

    @Nested
    final class WhenResponsesAreLost extends AppointmentOrderContract {

        @Override
        protected AppointmentOrder order() {
            return new DynamoAppointmentOrder(TABLES.losingResponses(), TABLES.named("IdempotencyTable"));
        }
    }
}
