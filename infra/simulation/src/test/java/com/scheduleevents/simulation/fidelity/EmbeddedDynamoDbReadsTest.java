package com.scheduleevents.simulation.fidelity;

class EmbeddedDynamoDbReadsTest extends DynamoDbReadContract {

    EmbeddedDynamoDbReadsTest() {
        super(EmbeddedDynamoDb.client());
    }
}
