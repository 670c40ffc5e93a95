package com.scheduleevents.simulation.fidelity;

import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("world")
class SimulatedDynamoDbReadsTest extends DynamoDbReadContract {

    private final CalmWorld world;

    SimulatedDynamoDbReadsTest() {
        CalmWorld calm = new CalmWorld();
        world = calm;
        super(calm.dynamoDb());
    }

    @Override
    void pause() {
        world.scheduler().runFor(Duration.ofSeconds(1));
    }
}
