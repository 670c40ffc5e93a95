package com.scheduleevents.simulation.deployment;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.aws.wiring.WorkLimits;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.ExecutionEnvironment;
import java.time.Clock;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The wiring of a function in a simulated world. It counts which changes of webhooks and their backlogs were made.
 *
 * @param metrics those of one execution environment
 */
record SimulatedWiring(
        Environment environment, SimulatedWorld world, ExecutionEnvironment execution, MetricRecorder metrics)
        implements Wiring {

    @Override
    public DynamoDbClient dynamoDb() {
        return world.dynamoDb();
    }

    @Override
    public SqsClient sqs() {
        return world.sqs();
    }

    @Override
    public KmsClient kms() {
        return world.kms();
    }

    @Override
    public Clock clock() {
        return execution.clock();
    }

    @Override
    public RandomGenerator random() {
        return execution.random();
    }

    @Override
    public WorkLimits workLimits() {
        return world.workLimits();
    }

    @Override
    public WebhookStore webhooks() {
        return new CountingWebhookStore(Wiring.super.webhooks(), counts());
    }

    @Override
    public IdempotentChangeStore idempotentChanges() {
        return new CountedChanges(Wiring.super.idempotentChanges(), counts());
    }

    @Override
    public DueWebhookIndex dueWebhooks() {
        return new CountedDueWebhooks(Wiring.super.dueWebhooks(), counts());
    }

    @Override
    public Backlog backlog(DeadLetterSink unreadable) {
        return new CountedBacklog(Wiring.super.backlog(unreadable), counts());
    }

    private FaultCounts counts() {
        return world.faults().counts();
    }
}
