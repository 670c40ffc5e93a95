package com.scheduleevents.emulator.storage;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SDK clients for the local services. */
final class SdkClients {

    /** Above SQS's longest poll of 20 s. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private final Region region;

    SdkClients(String region) {
        this.region = Region.of(region);
    }

    DynamoDbClient dynamoDb(URI url) {
        return configured(DynamoDbClient.builder(), url).build();
    }

    DynamoDbStreamsClient streams(URI url) {
        return configured(DynamoDbStreamsClient.builder(), url).build();
    }

    SqsClient sqs(URI url) {
        return configured(SqsClient.builder(), url).build();
    }

    private <B extends AwsClientBuilder<B, ?> & AwsSyncClientBuilder<B, ?>> B configured(B builder, URI url) {
        return builder.endpointOverride(url)
                .region(region)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(READ_TIMEOUT));
    }
}
