package com.scheduleevents.simulation.fidelity;

import com.scheduleevents.cloud.dynamodb.SimulatedDynamoDb;
import com.scheduleevents.cloud.faults.FaultFilter;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.sqs.SimulatedSqs;
import com.scheduleevents.cloud.storage.CallsInTurn;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A world in which nothing goes wrong, to be compared with the real parts. */
final class CalmWorld {

    private static final Duration STEP = Duration.ofMillis(100);

    private final Scheduler scheduler = Scheduler.ofCallersInTurn(Instant.parse("2026-01-01T00:00:00Z"));
    private final RandomStreams streams = new RandomStreams(1);
    private final FaultInjector faults = new FaultInjector(scheduler, streams, FaultLevel.CALM, FaultFilter.ALL);

    Scheduler scheduler() {
        return scheduler;
    }

    DynamoDbClient dynamoDb() {
        return CallsInTurn.of(
                DynamoDbClient.class,
                new SimulatedDynamoDb(scheduler, streams, faults, WorldTrace.off(scheduler)),
                () -> scheduler.runFor(STEP));
    }

    SqsClient sqs() {
        return CallsInTurn.of(
                SqsClient.class,
                new SimulatedSqs(scheduler, streams, faults, WorldTrace.off(scheduler)),
                () -> scheduler.runFor(STEP));
    }
}
