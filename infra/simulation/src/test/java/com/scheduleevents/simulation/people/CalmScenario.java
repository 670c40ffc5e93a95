package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.deliveries.DynamoPullQueue;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.cloud.faults.FaultCounts.Transition;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import com.scheduleevents.simulation.ses.SentMail;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The whole service in a world without faults, with one tenant that does what a test says. */
final class CalmScenario {

    private static final int BATCH = 10;

    /** When each event was recorded, by its id. */
    private final Map<String, Instant> recorded = new HashMap<>();

    private final List<ReceivedRequest> attempts = new ArrayList<>();
    private final SimulatedWorld world = SimulatedWorld.of(1).build();
    private final SimulatedInternet internet = new SimulatedInternet(world);
    private final SimulatedTenant tenant;

    private final SimulatedDeployment deployment;

    /** @param parameters values of the template's parameters, by name */
    CalmScenario(Map<String, String> parameters) {
        this(SimulatedDeployment.template(Path.of("../../template.yaml"), parameters));
    }

    /** @param template what is deployed */
    CalmScenario(Template template) {
        internet.watch(attempts::add);
        this.deployment = SimulatedDeployment.deploy(world, template, internet);
        List<SimulatedTenant> opened = new ArrayList<>();
        await(() -> opened.add(new SimulatedOperator(world, deployment).open("calm", 1)));
        this.tenant = opened.getFirst();
    }

    /** Lets the world run until the action has ended. @return how long that took */
    Duration await(Runnable action) {
        AtomicReference<Duration> took = new AtomicReference<>(Duration.ZERO);
        Task task = world.scheduler().spawn("scenario", () -> {
            long start = world.scheduler().nanos();
            action.run();
            took.set(Duration.ofNanos(world.scheduler().nanos() - start));
        });
        while (!task.isDone()) {
            world.scheduler().runFor(Duration.ofMillis(100));
        }
        return took.get();
    }

    /** Lets the current task wait. */
    void sleep(Duration time) {
        world.scheduler().sleep(time);
    }

    /** The webhooks, as a function reads them. */
    WebhookStore webhooks() {
        return new DynamoWebhooks(
                world.dynamoDb(), deployment.template().table("WebhooksTable").name());
    }

    /** The deliveries of pull webhooks, as a function reads them. */
    PullQueue pullQueue() {
        return new DynamoPullQueue(
                world.dynamoDb(),
                deployment.template().table("BacklogTable").name(),
                world.streams().stream("scenario's pulls"),
                1_000);
    }

    Instant now() {
        return world.scheduler().now();
    }

    void runUntil(Instant end) {
        world.scheduler().runUntil(end);
    }

    /** Registers a webhook for all events. @return its id */
    String register(String host) {
        return register(host, JsonNodeFactory.instance.objectNode());
    }

    /**
     * Registers a webhook for all events.
     *
     * @param settings further settings
     * @return its id
     */
    String register(String host, ObjectNode settings) {
        return register(host, settings, "*");
    }

    /** Registers a webhook for some types. @return its id */
    String register(String host, ObjectNode settings, String... types) {
        List<String> ids = new ArrayList<>();
        ObjectNode body = settings.put("url", url(host));
        Stream.of(types).forEach(body.putArray("types")::add);
        await(() -> ids.add(tenant.client()
                .post("/webhooks", body.toString())
                .json()
                .path("id")
                .asText()));
        return ids.getFirst();
    }

    /** Registers a webhook whose events are pulled, for all events. @return its id */
    String registerPulled() {
        List<String> ids = new ArrayList<>();
        await(() -> ids.add(tenant.client()
                .post("/webhooks", "{\"mode\":\"pull\",\"types\":[\"*\"]}")
                .json()
                .path("id")
                .asText()));
        return ids.getFirst();
    }

    /** Pulls deliveries. */
    List<JsonNode> pull(String webhook, String query) {
        List<JsonNode> pulled = new ArrayList<>();
        await(() -> pulled.addAll(pullNow(webhook, query)));
        return pulled;
    }

    /** Acknowledges deliveries that were pulled. */
    void acknowledge(String webhook, List<JsonNode> pulled) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        pulled.forEach(delivery ->
                body.withArray("receipts").add(delivery.path("receipt").asText()));
        await(() -> tenant.client().post("/webhooks/" + webhook + "/queue/ack", body.toString()));
    }

    /** The deliveries of a webhook in its log. */
    List<JsonNode> deliveries(String webhook) {
        List<JsonNode> logged = new ArrayList<>();
        await(() -> tenant.client()
                .get("/webhooks/" + webhook + "/deliveries?limit=100")
                .json()
                .path("data")
                .forEach(logged::add));
        return logged;
    }

    /** Pulls deliveries; called by a task. */
    List<JsonNode> pullNow(String webhook, String query) {
        return tenant.client()
                .get("/webhooks/" + webhook + "/queue?" + query)
                .json()
                .path("data")
                .valueStream()
                .toList();
    }

    /** Does something after a while, beside the current task. */
    void later(Duration wait, Runnable action) {
        world.scheduler().spawn("later", () -> {
            world.scheduler().sleep(wait);
            action.run();
        });
    }

    /** Changes the URL of a webhook. */
    void move(String webhook, String host) {
        String body =
                JsonNodeFactory.instance.objectNode().put("url", url(host)).toString();
        await(() -> tenant.client().call("PATCH", "/webhooks/" + webhook, body, Optional.empty()));
    }

    /** Stores so many webhooks beside one that are as it is. */
    void copy(String webhook, int copies) {
        String table = deployment.template().table("WebhooksTable").name();
        Map<String, AttributeValue> key = Map.of(
                "account_id", AttributeValue.fromS(tenant.account().value()), "id", AttributeValue.fromS(webhook));
        await(() -> {
            Map<String, AttributeValue> row = new HashMap<>(world.dynamoDb()
                    .getItem(get -> get.tableName(table).key(key))
                    .item());
            for (int i = 0; i < copies; i++) {
                row.put("id", AttributeValue.fromS(webhook + i));
                world.dynamoDb().putItem(put -> put.tableName(table).item(row));
            }
        });
    }

    private static String url(String host) {
        return "https://" + host + "/events";
    }

    /** From now on the host's name is known, and a receiver behind it. Until then its name cannot be resolved. */
    void appears(String host, ReceiverCharacter character) {
        internet.add(host, character);
    }

    /** Makes a service fail from now on for so long. */
    void breakDown(String port, Duration time) {
        world.faults().breakDown(port, time);
    }

    /** Replaces every environment of a function, with what it has in memory. */
    void deployAgain(String function) {
        deployment.deployAgain(function);
    }

    /** The names of the dead-letter queues that are not empty. */
    List<String> deadLetters() {
        return deployment.template().queues().keySet().stream()
                .filter(queue -> queue.endsWith("DeadLetters"))
                .filter(queue -> world.sqs()
                        .bodies(deployment.template().queue(queue).name())
                        .findAny()
                        .isPresent())
                .toList();
    }

    /** Records ten events at once, every so often. */
    void recordUntil(Instant end, Duration between) {
        recordUntil(end, between, BATCH);
    }

    /** Records so many events at once, every so often. */
    void recordUntil(Instant end, Duration between, int events) {
        while (now().isBefore(end)) {
            Instant next = now().plus(between);
            record(events);
            runUntil(next);
        }
    }

    /** Has a producer record so many events at once, every so often, that does not wait for the responses. */
    void produceUntil(Instant end, Duration between, int events) {
        while (now().isBefore(end)) {
            world.scheduler().spawn("producer", () -> recordNow(events));
            runUntil(now().plus(between));
        }
    }

    /** Records so many events at once. */
    void record(int events) {
        await(() -> recordNow(events));
    }

    /** Records so many events at once; called by a task. */
    void recordNow(int events) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < events; i++) {
            body.withArray("data")
                    .addObject()
                    .putObject("event")
                    .put("type", "appointment.completed")
                    .put("clinic_id", tenant.clinics().getFirst())
                    .put("appointment_id", "apt_" + (recorded.size() + i))
                    .put("provider_id", "prv_1")
                    .put("starts_at", "2026-02-01T09:00:00Z")
                    .put("duration_minutes", 30);
        }
        tenant.client()
                .post("/events/batch", body.toString())
                .json()
                .path("data")
                .forEach(result -> recorded.put(result.path("event").path("id").asText(), now()));
    }

    Map<String, Instant> recorded() {
        return recorded;
    }

    /** All attempts to a host, in order. */
    List<ReceivedRequest> attempts(String host) {
        return attempts.stream()
                .filter(attempt -> attempt.url().equals(url(host)))
                .toList();
    }

    /** The ids of the events that a host was sent. */
    Set<String> attempted(String host) {
        return attempts(host).stream().map(ReceivedRequest::event).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The ids of the events that a host accepted. */
    Set<String> accepted(String host) {
        return attempts(host).stream()
                .filter(ReceivedRequest::accepted)
                .map(ReceivedRequest::event)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    JsonNode webhook(String id) {
        List<JsonNode> shown = new ArrayList<>();
        await(() -> shown.add(tenant.client().get("/webhooks/" + id).json()));
        return shown.getFirst();
    }

    List<String> subjects() {
        return world.ses().sent().stream()
                .map(SentMail::subject)
                .filter(subject -> !subject.endsWith(" was registered"))
                .toList();
    }

    /** The values that a pattern's first group has in the e-mails. */
    List<String> inMails(Pattern pattern) {
        return world.ses().sent().stream()
                .flatMap(mail -> pattern.matcher(mail.text()).results())
                .map(found -> found.group(1))
                .toList();
    }

    /** How often a rule wrote the row of a webhook, and how often another writer was faster. */
    Transition writes(Rule rule) {
        return world.faults().counts().transitions().getOrDefault(rule.name(), new Transition(0, 0));
    }

    /** How often a function called an operation of DynamoDB. */
    long calls(String function, String operation) {
        return world.faults().counts().rows().stream()
                .filter(row -> row.site().caller().equals(function)
                        && row.site().operation().equals(operation))
                .mapToLong(FaultCounts.SiteCounts::calls)
                .sum();
    }
}
