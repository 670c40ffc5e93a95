package com.scheduleevents.aws.wiring;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The wiring of a function on Lambda. Nothing is created before it is needed, so that no function starts a client that it does not use. */
public final class FunctionWiring implements Wiring {

    private final Environment environment;
    private final Clock clock = Clock.systemUTC();
    private final Once<AwsClients> clients;
    private final Once<DynamoDbClient> dynamoDb;
    private final Once<SqsClient> sqs;
    private final Once<KmsClient> kms;
    private final Once<RandomGenerator> random = new Once<>(RestoreSafeRandom::create);
    private final Once<MetricRecorder> metrics;

    /** With clients that are configured from the variables. */
    public FunctionWiring(Map<String, String> variables) {
        this.environment = new Environment(variables);
        this.clients = new Once<>(() -> new AwsClients(environment));
        this.dynamoDb = new Once<>(() -> clients().dynamoDb());
        this.sqs = new Once<>(() -> clients().sqs());
        this.kms = new Once<>(() -> clients().kms());
        this.metrics = new Once<>(() -> EmbeddedMetrics.of(environment));
    }

    /** With clients of services that run in the same process. */
    public FunctionWiring(Map<String, String> variables, DynamoDbClient dynamoDb, SqsClient sqs, KmsClient kms) {
        this.environment = new Environment(variables);
        this.clients = new Once<>(() -> new AwsClients(environment));
        this.dynamoDb = new Once<>(() -> dynamoDb);
        this.sqs = new Once<>(() -> sqs);
        this.kms = new Once<>(() -> kms);
        this.metrics = new Once<>(() -> EmbeddedMetrics.of(environment));
    }

    /** For a client that only one function needs. */
    public AwsClients clients() {
        return clients.get();
    }

    @Override
    public Environment environment() {
        return environment;
    }

    @Override
    public DynamoDbClient dynamoDb() {
        return dynamoDb.get();
    }

    @Override
    public SqsClient sqs() {
        return sqs.get();
    }

    @Override
    public KmsClient kms() {
        return kms.get();
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public RandomGenerator random() {
        return random.get();
    }

    @Override
    public MetricRecorder metrics() {
        return metrics.get();
    }

    /** Created when it is first needed, by the only thread that starts a function. */
    private static final class Once<T> {

        private final Supplier<? extends T> source;
        private @Nullable T value;

        Once(Supplier<? extends T> source) {
            this.source = source;
        }

        T get() {
            T known = value;
            if (known == null) {
                known = source.get();
                value = known;
            }
            return known;
        }
    }
}
