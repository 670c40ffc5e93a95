package com.scheduleevents.simulation.fidelity;

import org.junit.jupiter.api.Tag;

@Tag("world")
class SimulatedDynamoDbWritesTest extends DynamoDbWriteContract {

    SimulatedDynamoDbWritesTest() {
        super(new CalmWorld().dynamoDb());
    }
}
