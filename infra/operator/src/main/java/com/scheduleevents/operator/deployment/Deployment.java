package com.scheduleevents.operator.deployment;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.terminal.CommandFailure;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * A deployment of template.yaml: its tables and queues, and clients for both. Stores find their table by the variable that a function
 * finds it by, which is the logical id of the template in capitals: {@code WEBHOOKS_TABLE} for {@code WebhooksTable}.
 */
public final class Deployment implements Wiring, AutoCloseable {

    /** How long a call to a service may take; nobody waits for an operator's command but the operator. */
    public static final Duration CALL = Duration.ofMinutes(1);

    private final Environment environment;
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
        this.environment = new Environment(
                resources.entrySet().stream()
                        .collect(Collectors.toMap(resource -> variable(resource.getKey()), Map.Entry::getValue)),
                Deployment::missing);
        this.retention = retention;
        this.apiUrl = apiUrl;
        AwsClients clients = new AwsClients(environment, CALL);
        this.dynamoDb = clients.dynamoDb();
        this.sqs = clients.sqs();
    }

    private static String variable(String logicalId) {
        return logicalId.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    private static CommandFailure missing(String variable) {
        String logicalId = Stream.of(variable.split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
        return new CommandFailure("The deployment has no " + logicalId
                + ": deploy this version of template.yaml first, or use the operator.jar of the deployed version.");
    }

    /**
     * The name of a table, or the URL of a queue.
     *
     * @param logicalId its name in template.yaml
     * @throws CommandFailure when the deployment does not have it, because it is of another version of the template
     */
    public String resource(String logicalId) {
        return environment.text(variable(logicalId));
    }

    @Override
    public Environment environment() {
        return environment;
    }

    @Override
    public Duration retention() {
        return retention;
    }

    /** The base URL of the API, without the version. */
    public String apiUrl() {
        return apiUrl;
    }

    @Override
    public DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    @Override
    public SqsClient sqs() {
        return sqs;
    }

    @Override
    public KmsClient kms() {
        throw new UnsupportedOperationException("commands read no secrets");
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public RandomGenerator random() {
        return new SecureRandom();
    }

    @Override
    public MetricRecorder metrics() {
        throw new UnsupportedOperationException("commands are not counted");
    }

    @Override
    public void close() {
        dynamoDb.close();
        sqs.close();
    }
}
