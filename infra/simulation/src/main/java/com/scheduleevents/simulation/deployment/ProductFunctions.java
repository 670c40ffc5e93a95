package com.scheduleevents.simulation.deployment;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.api.authorizer.Authorizer;
import com.scheduleevents.api.console.ConsolePages;
import com.scheduleevents.api.control.ControlApi;
import com.scheduleevents.api.events.EventsApi;
import com.scheduleevents.api.queue.QueueApi;
import com.scheduleevents.api.recorder.Recorder;
import com.scheduleevents.api.webhooks.WebhooksApi;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.delivery.clock.ProbeClock;
import com.scheduleevents.delivery.fanout.FanOut;
import com.scheduleevents.delivery.notifier.MailSweep;
import com.scheduleevents.delivery.notifier.Mailer;
import com.scheduleevents.delivery.notifier.Notifier;
import com.scheduleevents.delivery.replay.Replayer;
import com.scheduleevents.delivery.sender.Sender;
import com.scheduleevents.delivery.usage.UsageCounter;
import com.scheduleevents.delivery.usage.UsagePlanner;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.emulator.lambda.ByteHandler;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.FunctionStart;
import com.scheduleevents.simulation.receivers.SimulatedCustomerResources;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import com.scheduleevents.simulation.receivers.SimulatedReceiverNetwork;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Starts the product's handlers. Each is made anew in every execution environment and wired as on AWS, with simulated
 * services, receivers, time and randomness.
 */
final class ProductFunctions {

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final Function<FunctionSpec, MetricRecorder> metrics;

    /** By the handler's class: making one takes longer than a cold start should. */
    private final Map<Class<?>, Function<RequestHandler<?, ?>, ByteHandler>> conversions = new HashMap<>();

    /** @param metrics those of each environment of a function */
    ProductFunctions(SimulatedWorld world, SimulatedInternet internet, Function<FunctionSpec, MetricRecorder> metrics) {
        this.world = world;
        this.internet = internet;
        this.metrics = metrics;
    }

    FunctionStart start(FunctionSpec function) {
        Environment variables = new Environment(function.environment());
        String handler = function.handler().substring(0, function.handler().indexOf("::"));
        return environment -> {
            Object made = handler(
                    handler.substring(handler.lastIndexOf('.') + 1),
                    new SimulatedWiring(variables, world, environment, metrics.apply(function)));
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

    private Object handler(String name, SimulatedWiring wiring) {
        return switch (name) {
            case "Authorizer" -> new Authorizer(wiring);
            case "ConsolePages" -> new ConsolePages(wiring);
            case "ControlApi" -> new ControlApi(wiring);
            case "EventsApi" -> new EventsApi(wiring);
            case "FanOut" -> new FanOut(wiring);
            case "MailSweep" -> new MailSweep(wiring);
            case "Mailer" -> new Mailer(wiring, world.ses());
            case "Notifier" -> new Notifier(wiring);
            case "ProbeClock" -> new ProbeClock(wiring);
            case "QueueApi" -> new QueueApi(wiring, wiring.execution()::sleep);
            case "Recorder" -> new Recorder(wiring);
            case "Replayer" -> new Replayer(wiring);
            case "Sender" ->
                new Sender(
                        wiring,
                        receivers(wiring.environment()),
                        new SimulatedCustomerResources(world, internet, wiring.clock()));
            case "UsageCounter" -> new UsageCounter(wiring);
            case "UsagePlanner" -> new UsagePlanner(wiring);
            case "WebhooksApi" -> new WebhooksApi(wiring);
            default -> throw new IllegalArgumentException("the simulation does not know the handler " + name);
        };
    }

    private SimulatedReceiverNetwork receivers(Environment settings) {
        return new SimulatedReceiverNetwork(
                world,
                internet,
                ExtraNetworks.parse(settings.possiblyEmpty("EXTRA_RECEIVER_NETWORKS")),
                Integer.parseInt(settings.text("ATTEMPTS_PER_HOST")));
    }
}
