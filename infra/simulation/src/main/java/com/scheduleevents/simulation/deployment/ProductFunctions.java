package com.scheduleevents.simulation.deployment;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.emulator.lambda.ByteHandler;
import com.scheduleevents.emulator.template.FunctionSpec;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.FunctionStart;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Starts the product's handlers. Each is made anew in every execution environment, from the environment variables of the
 * template, with the adapters that it has on AWS on top of the simulated services.
 */
final class ProductFunctions {

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final Function<FunctionSpec, Metrics> metrics;

    /** By the handler's class: making one takes longer than a cold start should. */
    private final Map<Class<?>, Function<RequestHandler<?, ?>, ByteHandler>> conversions = new HashMap<>();

    /** @param metrics those of each environment of a function */
    ProductFunctions(SimulatedWorld world, SimulatedInternet internet, Function<FunctionSpec, Metrics> metrics) {
        this.world = world;
        this.internet = internet;
        this.metrics = metrics;
    }

    FunctionStart start(FunctionSpec function) {
        Environment variables = new Environment(function.environment());
        String handler = function.handler().substring(0, function.handler().indexOf("::"));
        return environment -> {
            Object made = handler.startsWith("com.scheduleevents.api.")
                    ? new ApiFunctions(world, metrics.apply(function)).handler(handler, variables, environment)
                    : new DeliveryFunctions(world, internet, metrics.apply(function))
                            .handler(handler, variables, environment);
            ByteHandler bytes = made instanceof RequestStreamHandler streams
                    ? ByteHandler.ofStreams(streams)
                    : conversions
                            .computeIfAbsent(
                                    made.getClass(),
                                    type -> ByteHandler.ofTypes(type, ProductFunctions.class.getClassLoader()))
                            .apply((RequestHandler<?, ?>) made);
            return (event, context) -> bytes.handle(event, new LambdaContext(context));
        };
    }
}
