package com.scheduleevents.simulation.fidelity;

class EmbeddedDynamoDbWritesTest extends DynamoDbWriteContract {

    EmbeddedDynamoDbWritesTest() {
        super(EmbeddedDynamoDb.client());
    }
}
