package com.scheduleevents.simulation.deployment;

import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.storage.SimulatedStorage;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.TableSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.delivery.clock.ProbeClock;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.FunctionSettings;
import com.scheduleevents.simulation.lambda.FunctionStart;
import com.scheduleevents.simulation.lambda.ScheduledRule;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What template.yaml describes, deployed to a simulated world: tables, queues, keys, functions and their event sources. */
public final class SimulatedDeployment {

    /** The account's limit of concurrent invocations, by AWS's default. */
    private static final int CONCURRENCY = 1000;

    private static final String VISIBILITY = "VisibilityTimeout";
    private static final String REDRIVE = "RedrivePolicy";

    /** When the daily schedule of the template is due: half past one. The template reader knows no time of day. */
    private static final Duration NIGHTLY = Duration.ofMinutes(90);

    /** Longer than a start takes, and more than a clock is wrong by. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private final SimulatedWorld world;
    private final Template template;
    private final Map<String, FunctionStart> starts = new TreeMap<>();
    private final SimulatedGateway gateway;

    private SimulatedDeployment(
            SimulatedWorld world,
            Template template,
            SimulatedInternet internet,
            Function<FunctionSpec, MetricRecorder> metrics) {
        this.world = world;
        this.template = template;
        template.tables().values().forEach(this::create);
        deadLettersFirst().forEach(queue -> world.sqs()
                .createQueue(create -> create.queueName(queue.name()).attributesWithStrings(queue.attributes())));
        template.keys().values().forEach(world.kms()::createKey);
        ProductFunctions functions = new ProductFunctions(world, internet, metrics);
        template.functions().values().forEach(function -> create(function, functions));
        template.functions().values().forEach(this::startSources);
        this.gateway = new SimulatedGateway(world, template.api().orElseThrow());
    }

    /**
     * Reads a template as it would be deployed.
     *
     * @param parameters values of its parameters, by name
     */
    public static Template template(Path file, Map<String, String> parameters) {
        return SimulatedStorage.template(file, parameters);
    }

    /** Deploys it; all event sources run from now on. */
    public static SimulatedDeployment deploy(SimulatedWorld world, Template template, SimulatedInternet internet) {
        return deploy(world, template, internet, _ -> new SilentMetrics());
    }

    /**
     * Deploys it with metrics that somebody reads; all event sources run from now on.
     *
     * @param metrics those of each environment of a function
     */
    public static SimulatedDeployment deploy(
            SimulatedWorld world,
            Template template,
            SimulatedInternet internet,
            Function<FunctionSpec, MetricRecorder> metrics) {
        return new SimulatedDeployment(world, template, internet, metrics);
    }

    /** The public API. */
    public SimulatedGateway gateway() {
        return gateway;
    }

    /** What was deployed. */
    public Template template() {
        return template;
    }

    /** Logical ids of all functions, in order. */
    public List<String> functions() {
        return List.copyOf(starts.keySet());
    }

    /** Replaces a function's code by a new version of the same code, as a deployment midway does. */
    public void deployAgain(String function) {
        FunctionStart start = starts.get(function);
        if (start == null) {
            throw new IllegalArgumentException("there is no function " + function);
        }
        world.trace().line(() -> "a new version of " + function + " is deployed");
        world.lambda().function(function).deploy(start);
    }

    private void create(TableSpec table) {
        world.dynamoDb().createTable(table.creation());
        table.ttlAttribute()
                .ifPresent(attribute -> world.dynamoDb().updateTimeToLive(update -> update.tableName(table.name())
                        .timeToLiveSpecification(expiry -> expiry.enabled(true).attributeName(attribute))));
    }

    private List<QueueSpec> deadLettersFirst() {
        List<QueueSpec> queues = new ArrayList<>(template.queues().values());
        queues.sort((one, other) -> Boolean.compare(
                one.attributes().containsKey(REDRIVE), other.attributes().containsKey(REDRIVE)));
        return queues;
    }

    private void create(FunctionSpec function, ProductFunctions functions) {
        FunctionStart start = functions.start(function);
        starts.put(function.id(), start);
        world.lambda()
                .create(
                        new FunctionSettings(
                                function.id(),
                                function.timeout(),
                                function.reservedConcurrency().orElse(CONCURRENCY)),
                        start);
    }

    private void startSources(FunctionSpec function) {
        for (SourceSpec source : function.sources()) {
            switch (source) {
                case SourceSpec.Queue queue -> world.poll(queue, visibility(queue), function.id());
                case SourceSpec.Stream stream -> world.follow(stream, function.id());
                case SourceSpec.Schedule schedule ->
                    world.schedule(
                            function.id() + "." + schedule.id(),
                            schedule.period().equals(Duration.ofDays(1))
                                    ? ScheduledRule.dailyAt(NIGHTLY)
                                    : ScheduledRule.every(schedule.period()),
                            function.id(),
                            0,
                            function.handler().contains(ProbeClock.class.getName()) ? this::isProbeDue : () -> true);
            }
        }
    }

    /** Whether the clock, which is invoked every minute, would find a webhook; whatever the time is where it runs. */
    private boolean isProbeDue() {
        long soon = world.scheduler().now().plus(SOON).toEpochMilli();
        return world.dynamoDb()
                .entries(template.table("WebhooksTable").name(), "due")
                .map(webhook -> webhook.getOrDefault("probe_at", AttributeValue.fromN("0")))
                .anyMatch(time -> Long.parseLong(time.n()) <= soon);
    }

    private Duration visibility(SourceSpec.Queue source) {
        return template.queues().values().stream()
                .filter(queue -> queue.arn().equals(source.queueArn()))
                .map(queue ->
                        Duration.ofSeconds(Long.parseLong(queue.attributes().get(VISIBILITY))))
                .findFirst()
                .orElseThrow();
    }
}
