package com.scheduleevents.emulator.gateway;

import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import java.net.URI;
import java.time.Clock;
import java.util.UUID;

/** A REST API of API Gateway with Lambda proxy integrations, on 127.0.0.1. */
public final class RestGateway implements AutoCloseable {

    /** API Gateway's limit of a payload: 10 MB. */
    static final int MAX_BODY = 10 * 1024 * 1024;

    private final LoopbackServer server;

    /**
     * Starts to listen.
     *
     * @param functions finds a function by its logical id
     * @param port 0 for a free one
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     * @throws IllegalArgumentException when the API is inconsistent or uses something unsupported
     */
    public RestGateway(RestApi api, java.util.function.Function<String, InvocableFunction> functions, int port) {
        this(api, functions, port, Clock.systemUTC());
    }

    /** @param clock determines when cached authorizer policies expire */
    RestGateway(RestApi api, java.util.function.Function<String, InvocableFunction> functions, int port, Clock clock) {
        this.server = LoopbackServer.start(
                "API", port, MAX_BODY, new GatewayHandler(api, functions, clock, UUID::randomUUID));
    }

    /** The base URL, without the stage. */
    public URI url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
    }
}
