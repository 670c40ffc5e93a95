package com.scheduleevents.simulation.deployment;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.simulation.SimulatedWorld;
import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The wiring of the operator's commands in a simulated world.
 *
 * @param environment the variables of all functions together
 * @param clock that of the operator's machine
 */
public record OperatorWiring(Environment environment, SimulatedWorld world, Clock clock) implements Wiring {

    /** The wiring of what was deployed. */
    public static OperatorWiring of(Template template, SimulatedWorld world, Clock clock) {
        Environment all = new Environment(template.functions().values().stream()
                .flatMap(function -> function.environment().entrySet().stream())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one)));
        return new OperatorWiring(all, world, clock);
    }

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
    public RandomGenerator random() {
        return world.streams().stream("operator's commands");
    }

    @Override
    public MetricRecorder metrics() {
        return new SilentMetrics();
    }
}
