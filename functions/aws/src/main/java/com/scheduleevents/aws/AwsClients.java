package com.scheduleevents.aws;

import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The SDK's clients as a function's environment describes them, with the SDK's own names: region, credentials and, where
 * they are not AWS's, endpoints. What the environment does not say, the SDK finds by its usual ways.
 */
public final class AwsClients {

    private final Environment environment;
    private final SdkHttpClient http;

    /**
     * @param environment the function's
     */
    public AwsClients(Environment environment) {
        this.environment = environment;
        this.http = environment.isPriming() ? new StubHttpClient() : UrlConnectionHttpClient.create();
    }

    /** Tables. */
    public DynamoDbClient dynamoDb() {
        return configured(DynamoDbClient.builder(), "AWS_ENDPOINT_URL_DYNAMODB")
                // A write that meets a transaction in the middle is refused at once; a moment later it is not.
                .overrideConfiguration(configuration -> configuration.retryStrategy(
                        retries -> retries.retryOnException(TransactionConflictException.class)))
                .build();
    }

    /** Queues. */
    public SqsClient sqs() {
        return configured(SqsClient.builder(), "AWS_ENDPOINT_URL_SQS").build();
    }

    /** E-mail. */
    public SesClient ses() {
        return configured(SesClient.builder(), "AWS_ENDPOINT_URL_SES").build();
    }

    /** Keys. */
    public KmsClient kms() {
        return configured(KmsClient.builder(), "AWS_ENDPOINT_URL_KMS").build();
    }

    /**
     * Gives the builder of a client what the environment says.
     *
     * @param endpoint the variable that names the service's own endpoint, if it has one
     */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(B builder, String endpoint) {
        builder.httpClient(http);
        environment.optionalText("AWS_REGION").map(Region::of).ifPresent(builder::region);
        credentials().map(StaticCredentialsProvider::create).ifPresent(builder::credentialsProvider);
        environment
                .optionalText(endpoint)
                .or(() -> environment.optionalText("AWS_ENDPOINT_URL"))
                .map(URI::create)
                .ifPresent(builder::endpointOverride);
        return builder;
    }

    /** The function's own; absent where Lambda hands them out in another way, as with SnapStart. */
    private Optional<AwsCredentials> credentials() {
        return environment
                .optionalText("AWS_ACCESS_KEY_ID")
                .flatMap(id -> environment.optionalText("AWS_SECRET_ACCESS_KEY").map(secret -> environment
                        .optionalText("AWS_SESSION_TOKEN")
                        .<AwsCredentials>map(token -> AwsSessionCredentials.create(id, secret, token))
                        .orElseGet(() -> AwsBasicCredentials.create(id, secret))));
    }
}
