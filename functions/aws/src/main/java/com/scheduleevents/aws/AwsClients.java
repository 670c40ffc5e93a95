package com.scheduleevents.aws;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The clients of the AWS SDK, configured from the function's environment under the SDK's own names: region, credentials and, for
 * emulators, endpoints. Where the environment has no value, the SDK's default providers apply.
 */
public final class AwsClients {

    /** A call has time for a second attempt, and for the pause before it. */
    private static final int ATTEMPTS_IN_A_CALL = 3;

    /** More than any function needs: fan-out makes 32 calls at once, the others at most ten to a service. */
    private static final int CONNECTIONS = 50;

    private final Environment environment;
    private final Duration call;
    private final SdkHttpClient http;

    /** Ends calls that take too long; one thread for all clients, where each would have five of its own. */
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("aws-call-timer").factory());

    /** For a function; template.yaml sets how long a call may take. */
    public AwsClients(Environment environment) {
        this(environment, environment.duration("AWS_CALL_TIMEOUT"));
    }

    /**
     * @param call how long a call may take, retries included; shorter than the timeout of the function, whose batch a connection that
     *     hangs would otherwise hold
     */
    public AwsClients(Environment environment, Duration call) {
        this.environment = environment;
        this.call = call;
        this.http = httpClient(attempt());
    }

    private SdkHttpClient httpClient(Duration attempt) {
        return environment.isPriming() ? new StubHttpClient() : connecting(attempt);
    }

    private static SdkHttpClient connecting(Duration attempt) {
        return Apache5HttpClient.builder()
                .maxConnections(CONNECTIONS)
                .connectionTimeout(attempt)
                .connectionAcquisitionTimeout(attempt)
                .socketTimeout(attempt)
                .build();
    }

    private Duration attempt() {
        return call.dividedBy(ATTEMPTS_IN_A_CALL);
    }

    /** The client for DynamoDB. */
    public DynamoDbClient dynamoDb() {
        return configured(
                        DynamoDbClient.builder(),
                        "AWS_ENDPOINT_URL_DYNAMODB",
                        // A write to a row of a running transaction fails at once, and succeeds a moment later.
                        settings -> settings.retryStrategy(
                                retries -> retries.retryOnException(TransactionConflictException.class)))
                .build();
    }

    /** The client for SQS. */
    public SqsClient sqs() {
        return configured(SqsClient.builder(), "AWS_ENDPOINT_URL_SQS")
                // The empty response of priming has no checksum.
                .checksumValidationEnabled(!environment.isPriming())
                .build();
    }

    /** The client for KMS. */
    public KmsClient kms() {
        return configured(KmsClient.builder(), "AWS_ENDPOINT_URL_KMS").build();
    }

    /**
     * Configures a client's builder; for clients that only one function needs.
     *
     * @param endpoint the variable that holds the endpoint of this service, if the environment has it
     */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(B builder, String endpoint) {
        return configured(builder, endpoint, _ -> {});
    }

    /**
     * Configures the builder of a client that makes each call once and waits for its response as long as a call may take, because the
     * service does again what is called again.
     *
     * @param endpoint the variable that holds the endpoint of this service, if the environment has it
     */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configuredWithoutRetries(
            B builder, String endpoint) {
        return configured(builder, endpoint, settings -> settings.apiCallAttemptTimeout(call)
                        .retryStrategy(AwsRetryStrategy.doNotRetry()))
                .httpClient(httpClient(call));
    }

    private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(
            B builder, String endpoint, Consumer<ClientOverrideConfiguration.Builder> more) {
        builder.httpClient(http);
        builder.overrideConfiguration(settings -> {
            settings.apiCallTimeout(call).apiCallAttemptTimeout(attempt()).scheduledExecutorService(timer);
            more.accept(settings);
        });
        environment.optionalText("AWS_REGION").map(Region::of).ifPresent(builder::region);
        credentials().map(StaticCredentialsProvider::create).ifPresent(builder::credentialsProvider);
        environment
                .optionalText(endpoint)
                .or(() -> environment.optionalText("AWS_ENDPOINT_URL"))
                .map(URI::create)
                .ifPresent(builder::endpointOverride);
        return builder;
    }

    /** The credentials in the environment; absent with SnapStart, where the SDK fetches them from Lambda. */
    private Optional<AwsCredentials> credentials() {
        return environment
                .optionalText("AWS_ACCESS_KEY_ID")
                .flatMap(id -> environment.optionalText("AWS_SECRET_ACCESS_KEY").map(secret -> environment
                        .optionalText("AWS_SESSION_TOKEN")
                        .<AwsCredentials>map(token -> AwsSessionCredentials.create(id, secret, token))
                        .orElseGet(() -> AwsBasicCredentials.create(id, secret))));
    }
}
