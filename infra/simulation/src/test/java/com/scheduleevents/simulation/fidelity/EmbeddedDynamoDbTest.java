package com.scheduleevents.simulation.fidelity;

class EmbeddedDynamoDbTest extends DynamoDbContract {

    EmbeddedDynamoDbTest() {
        super(EmbeddedDynamoDb.client());
    }
}
