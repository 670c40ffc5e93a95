package com.scheduleevents.emulator.storage;

import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Runs DynamoDB Local on a loopback port. Its own launcher would listen on all interfaces and send telemetry. */
final class DynamoDbLocal implements AutoCloseable {

    private static final int THREADS = 64;

    /**
     * DynamoDB Local keeps its operations in one map per JVM, which each new server replaces: while a server is created,
     * the others know no operation. So requests wait meanwhile.
     */
    private static final ReadWriteLock OPERATIONS = new ReentrantReadWriteLock();

    private final LocalDynamoDBRequestHandler requests;
    private final Server server;
    private final ServerConnector connector;
    private final TableSignals writes;

    private DynamoDbLocal(
            LocalDynamoDBRequestHandler requests, Server server, ServerConnector connector, TableSignals writes) {
        this.writes = writes;
        this.requests = requests;
        this.server = server;
        this.connector = connector;
    }

    /** @param port 0 for a free one */
    @SuppressWarnings("NullAway") // DynamoDB Local takes null for "no directory" and "no CORS"
    static DynamoDbLocal start(int port, Optional<Path> directory) throws IOException {
        try {
            @Nullable
            String path = directory.isPresent()
                    ? Files.createDirectories(directory.get()).toString()
                    : null;
            TableSignals writes = new TableSignals();
            var requests = new SignallingRequests(path, writes);
            QueuedThreadPool threads = new QueuedThreadPool(THREADS);
            threads.setDaemon(true);
            threads.setName("dynamodb");
            Server server = new Server(threads);
            ServerConnector connector = new ServerConnector(server, 1, 1);
            connector.setHost("127.0.0.1");
            connector.setPort(port);
            server.addConnector(connector);
            server.setHandler(new Guarded(handler(requests)));
            server.start();
            return new DynamoDbLocal(requests, server, connector, writes);
        } catch (Exception e) {
            throw new IOException("DynamoDB Local did not start: " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("NullAway") // DynamoDB Local takes null for "no CORS"
    private static Handler handler(LocalDynamoDBRequestHandler requests) {
        OPERATIONS.writeLock().lock();
        try {
            return new LocalDynamoDBServerHandler(requests, null);
        } finally {
            OPERATIONS.writeLock().unlock();
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    /** Signals every write to a table. */
    WriteSignal writes(String table) {
        return writes.of(table);
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

    /** Handles requests while no other server is created. */
    private static final class Guarded extends Handler.Wrapper {

        Guarded(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            OPERATIONS.readLock().lock();
            try {
                return super.handle(request, response, callback);
            } finally {
                OPERATIONS.readLock().unlock();
            }
        }
    }
}
