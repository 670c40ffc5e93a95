package com.scheduleevents.simulation.fidelity;

import com.scheduleevents.simulation.dynamodb.SimulatedDynamoDb;
import com.scheduleevents.simulation.faults.FaultFilter;
import com.scheduleevents.simulation.faults.FaultInjector;
import com.scheduleevents.simulation.faults.FaultLevel;
import com.scheduleevents.simulation.faults.WorldTrace;
import com.scheduleevents.simulation.sqs.SimulatedSqs;
import com.scheduleevents.simulation.time.RandomStreams;
import com.scheduleevents.simulation.time.Scheduler;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A world in which nothing goes wrong, to be compared with the real parts. */
final class CalmWorld {

    private final Scheduler scheduler;
    private final RandomStreams streams = new RandomStreams(1);
    private final FaultInjector faults;

    CalmWorld() {
        this.scheduler = new Scheduler(Instant.parse("2026-01-01T00:00:00Z"), streams.stream("tasks"));
        this.faults = new FaultInjector(scheduler, streams, FaultLevel.CALM, FaultFilter.ALL);
    }

    Scheduler scheduler() {
        return scheduler;
    }

    DynamoDbClient dynamoDb() {
        return InsideCalls.of(
                scheduler,
                DynamoDbClient.class,
                new SimulatedDynamoDb(scheduler, streams, faults, WorldTrace.off(scheduler)));
    }

    SqsClient sqs() {
        return InsideCalls.of(
                scheduler, SqsClient.class, new SimulatedSqs(scheduler, streams, faults, WorldTrace.off(scheduler)));
    }
}
