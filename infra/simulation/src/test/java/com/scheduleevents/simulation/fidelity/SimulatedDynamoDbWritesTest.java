package com.scheduleevents.simulation.fidelity;

class SimulatedDynamoDbWritesTest extends DynamoDbWriteContract {

    SimulatedDynamoDbWritesTest() {
        super(new CalmWorld().dynamoDb());
    }
}
