package com.scheduleevents.simulation.deployment;

import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.emulator.gateway.GatewayHandler;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.InvocationOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** API Gateway in a simulated world: the emulator's, in front of simulated functions. */
public final class SimulatedGateway {

    private static final String CLIENT = "203.0.113.7";

    private final GatewayHandler gateway;

    SimulatedGateway(SimulatedWorld world, RestApi api) {
        RandomGenerator random = world.streams().stream("request ids");
        this.gateway = new GatewayHandler(
                api,
                id -> function(world, id),
                new TrueTime(world),
                () -> new UUID(random.nextLong(), random.nextLong()));
    }

    /**
     * Handles one request; called by a task, which waits.
     *
     * @param target path and query, beginning with the stage
     * @param body empty for none
     */
    public ServerResponse serve(String method, String target, List<Header> headers, String body) {
        return gateway.serve(
                new ServerRequest(method, target, "HTTP/1.1", headers, body.getBytes(StandardCharsets.UTF_8), CLIENT));
    }

    private static InvocableFunction function(SimulatedWorld world, String id) {
        return event -> {
            InvocationOutcome outcome = world.lambda().function(id).invoke(event);
            if (outcome instanceof InvocationOutcome.Returned(byte[] response)) {
                return response;
            }
            throw new FunctionFailed(outcome.toString());
        };
    }

    /** The gateway's clock is right. */
    private static final class TrueTime extends Clock {

        private final SimulatedWorld world;

        TrueTime(SimulatedWorld world) {
            this.world = world;
        }

        @Override
        public Instant instant() {
            return world.scheduler().now();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
