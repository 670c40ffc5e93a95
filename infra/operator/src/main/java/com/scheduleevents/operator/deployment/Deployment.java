package com.scheduleevents.operator.deployment;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.operator.output.CommandError;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A deployment of template.yaml: its tables and queues by their logical ids, and clients for both. */
public final class Deployment implements AutoCloseable {

    /** How long a call to a service may take; nobody waits for an operator's command but the operator. */
    static final Duration CALL = Duration.ofMinutes(1);

    private final Map<String, String> resources;
    private final Duration retention;
    private final String apiUrl;
    private final DynamoDbClient dynamoDb;
    private final SqsClient sqs;

    /**
     * @param environment region, credentials and endpoints, under the SDK's names
     * @param resources names of tables and URLs of queues, by logical id
     * @param retention how long events are readable
     * @param apiUrl the base URL of the API, without the version
     */
    public Deployment(Environment environment, Map<String, String> resources, Duration retention, String apiUrl) {
        this.resources = Map.copyOf(resources);
        this.retention = retention;
        this.apiUrl = apiUrl;
        AwsClients clients = new AwsClients(environment, CALL);
        this.dynamoDb = clients.dynamoDb();
        this.sqs = clients.sqs();
    }

    /**
     * The name of a table, or the URL of a queue.
     *
     * @param logicalId its name in template.yaml
     * @throws CommandError when the deployment does not have it, because it is of another version of the template
     */
    public String resource(String logicalId) {
        return Optional.ofNullable(resources.get(logicalId))
                .orElseThrow(
                        () -> new CommandError(
                                "The deployment has no " + logicalId
                                        + ": deploy this version of template.yaml first, or use the operator.jar of the deployed version."));
    }

    /** How long events are readable. */
    public Duration retention() {
        return retention;
    }

    /** The base URL of the API, without the version. */
    public String apiUrl() {
        return apiUrl;
    }

    /** A client for the tables. */
    public DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    /** A client for the queues. */
    public SqsClient sqs() {
        return sqs;
    }

    @Override
    public void close() {
        dynamoDb.close();
        sqs.close();
    }
}
