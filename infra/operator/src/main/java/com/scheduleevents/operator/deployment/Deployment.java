package com.scheduleevents.operator.deployment;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.operator.output.CommandError;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** One deployment of template.yaml: its tables and queues, by the names that the template gives them, and clients of both. */
public final class Deployment implements AutoCloseable {

    private final Map<String, String> resources;
    private final Duration retention;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;

    /**
     * @param environment region, credentials and endpoints, by the SDK's names
     * @param resources names of tables and addresses of queues, by logical id
     * @param retention how long an event can be read
     */
    public Deployment(Environment environment, Map<String, String> resources, Duration retention) {
        this.resources = Map.copyOf(resources);
        this.retention = retention;
        AwsClients clients = new AwsClients(environment);
        this.dynamoDb = clients.dynamoDb();
        this.sqs = clients.sqs();
    }

    /**
     * The name of a table, or the address of a queue.
     *
     * @param logicalId its name in template.yaml
     * @throws Refused when the deployment has none, because it is of another version of the template
     */
    public String resource(String logicalId) {
        return Optional.ofNullable(resources.get(logicalId))
                .orElseThrow(
                        () -> new CommandError(
                                "The deployment has no " + logicalId
                                        + ": deploy this version of template.yaml first, or use the operator.jar of the deployed one."));
    }

    /** How long an event can be read. */
    public Duration retention() {
        return retention;
    }

    /** A client of the tables. */
    public DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    /** A client of the queues. */
    public SqsClient sqs() {
        return sqs;
    }

    @Override
    public void close() {
        dynamoDb.close();
        sqs.close();
    }
}
