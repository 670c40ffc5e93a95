package com.scheduleevents.simulation.fidelity;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.net.URI;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB Local in this JVM, started once and ended with it. */
final class EmbeddedDynamoDb {

    private static final EmbeddedDynamoDb ONE = new EmbeddedDynamoDb();

    private final DynamoDbClient client;

    @SuppressWarnings("NullAway") // DynamoDB Local takes null for "no directory" and "no CORS"
    private EmbeddedDynamoDb() {
        try {
            LocalDynamoDBRequestHandler requests = new LocalDynamoDBRequestHandler(0, true, null, true, false);
            QueuedThreadPool threads = new QueuedThreadPool(16);
            threads.setDaemon(true);
            Server server = new Server(threads);
            ServerConnector connector = new ServerConnector(server, 1, 1);
            connector.setHost("127.0.0.1");
            server.addConnector(connector);
            server.setHandler(new LocalDynamoDBServerHandler(requests, null));
            server.start();
            client = DynamoDbClient.builder()
                    .endpointOverride(URI.create("http://127.0.0.1:" + connector.getLocalPort()))
                    .region(Region.US_EAST_1)
                    .credentialsProvider(
                            StaticCredentialsProvider.create(AwsBasicCredentials.create("embedded", "embedded")))
                    .httpClient(UrlConnectionHttpClient.create())
                    .build();
        } catch (Exception e) {
            throw new IllegalStateException("DynamoDB Local did not start", e);
        }
    }

    static DynamoDbClient client() {
        return ONE.client;
    }
}
