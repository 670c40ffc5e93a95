package com.scheduleevents.local.storage;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** DynamoDB Local on a loopback port. Its own launcher would listen on every interface and report to its vendor. */
final class DynamoDbLocal implements AutoCloseable {

    private static final int THREADS = 64;

    private final LocalDynamoDBRequestHandler requests;
    private final Server server;
    private final ServerConnector connector;

    private DynamoDbLocal(LocalDynamoDBRequestHandler requests, Server server, ServerConnector connector) {
        this.requests = requests;
        this.server = server;
        this.connector = connector;
    }

    /** @param port 0: any that is free */
    @SuppressWarnings("NullAway") // DynamoDB Local takes null for "no directory" and "no CORS"
    static DynamoDbLocal start(int port, Optional<Path> directory) throws IOException {
        try {
            @Nullable
            String path = directory.isPresent()
                    ? Files.createDirectories(directory.get()).toString()
                    : null;
            var requests = new LocalDynamoDBRequestHandler(0, path == null, path, true, false);
            QueuedThreadPool threads = new QueuedThreadPool(THREADS);
            threads.setDaemon(true);
            threads.setName("dynamodb");
            Server server = new Server(threads);
            ServerConnector connector = new ServerConnector(server, 1, 1);
            connector.setHost("127.0.0.1");
            connector.setPort(port);
            server.addConnector(connector);
            server.setHandler(new LocalDynamoDBServerHandler(requests, null));
            server.start();
            return new DynamoDbLocal(requests, server, connector);
        } catch (Exception e) {
            throw new IOException("DynamoDB Local did not start: " + e.getMessage(), e);
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        try {
            server.setStopTimeout(0);
            server.stop();
            requests.shutdown();
        } catch (Exception e) {
            throw new IOException("DynamoDB Local did not stop: " + e.getMessage(), e);
        }
    }
}
