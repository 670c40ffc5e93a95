package com.scheduleevents.simulation.fidelity;

import com.scheduleevents.emulator.storage.FreePorts;
import com.typesafe.config.ConfigFactory;
import java.net.URI;
import java.util.Map;
import org.elasticmq.server.ElasticMQServer;
import org.elasticmq.server.config.ElasticMQServerConfig;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

/** ElasticMQ in this JVM, started once and ended with it. */
final class EmbeddedSqs {

    private static final EmbeddedSqs ONE = new EmbeddedSqs();

    private final SqsClient client;

    private EmbeddedSqs() {
        int port = FreePorts.one();
        Map<String, Object> settings = Map.of(
                "node-address.host", "127.0.0.1",
                "node-address.port", port,
                "rest-sqs.bind-hostname", "127.0.0.1",
                "rest-sqs.bind-port", port,
                "aws.region", "us-east-1",
                "aws.accountId", "000000000000");
        new ElasticMQServer(new ElasticMQServerConfig(
                        ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load())))
                .start();
        client = SqsClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("embedded", "embedded")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    static SqsClient client() {
        return ONE.client;
    }
}
