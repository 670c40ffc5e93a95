package com.scheduleevents.simulation.fidelity;

class EmbeddedSqsTest extends SqsContract {

    EmbeddedSqsTest() {
        super(EmbeddedSqs.client());
    }
}
