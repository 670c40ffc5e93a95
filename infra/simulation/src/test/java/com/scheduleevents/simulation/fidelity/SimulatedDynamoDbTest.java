package com.scheduleevents.simulation.fidelity;

import java.time.Duration;

class SimulatedDynamoDbTest extends DynamoDbContract {

    private final CalmWorld world;

    SimulatedDynamoDbTest() {
        CalmWorld calm = new CalmWorld();
        world = calm;
        super(calm.dynamoDb());
    }

    @Override
    void pause() {
        world.scheduler().runFor(Duration.ofSeconds(1));
    }
}
