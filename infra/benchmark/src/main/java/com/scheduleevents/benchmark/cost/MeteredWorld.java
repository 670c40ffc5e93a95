package com.scheduleevents.benchmark.cost;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.operator.tenants.AccountAdmin;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** The service in a simulated world in which nothing goes wrong, driven by the tasks of a scenario. */
final class MeteredWorld {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration STEP = Duration.ofMillis(100);
    private static final String METRICS = "METRICS_NAMESPACE";

    private final SimulatedWorld world = SimulatedWorld.of(1).build();
    private final SimulatedInternet internet = new SimulatedInternet(world);
    private final SimulatedDeployment deployment;
    private final AccountAdmin admin;
    private final String changesQueue;
    private long requests;
    private long attempts;
    private long accepted;
    private long bytesOut;

    /**
     * @param template the file of what is deployed
     * @param parameters what is set of it
     */
    MeteredWorld(Path template, Map<String, String> parameters) {
        internet.watch(this::attempted);
        this.deployment = SimulatedDeployment.deploy(
                world, SimulatedDeployment.template(template, parameters), internet, MeteredWorld::metrics);
        this.admin = new AccountAdmin(world.dynamoDb(), table("AccountsTable"));
        this.changesQueue = template().queue("ChangesQueue").url();
    }

    private static MetricRecorder metrics(FunctionSpec function) {
        return function.environment().containsKey(METRICS)
                ? EmbeddedMetrics.of(new Environment(function.environment()))
                : new UncountedMetrics();
    }

    SimulatedWorld world() {
        return world;
    }

    /** The receivers of its webhooks. */
    SimulatedInternet internet() {
        return internet;
    }

    Template template() {
        return deployment.template();
    }

    /** Requests to API Gateway so far. */
    long requests() {
        return requests;
    }

    /** HTTPS requests to receivers so far. */
    long attempts() {
        return attempts;
    }

    /** Those of them that were accepted. */
    long accepted() {
        return accepted;
    }

    /** Bytes of bodies and headers that went to the internet so far. */
    long bytesOut() {
        return bytesOut;
    }

    private String table(String id) {
        return template().table(id).name();
    }

    private void attempted(ReceivedRequest attempt) {
        attempts++;
        accepted += attempt.accepted() ? 1 : 0;
        bytesOut += attempt.url().length()
                + attempt.body().length()
                + attempt.headers().entrySet().stream()
                        .mapToLong(header ->
                                header.getKey().length() + header.getValue().length() + 4L)
                        .sum();
    }

    /** Lets the world run until the action, a task in it, has ended. */
    void await(Runnable action) {
        Task task = world.scheduler().spawn("scenario", action);
        while (!task.isDone()) {
            world.scheduler().runFor(STEP);
        }
    }

    /** Opens an account with one clinic and a key. */
    MeteredTenant open(String name) {
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, world.streams().stream("key of " + name));
        AccountId account = new AccountId("acc_" + name);
        ClinicId clinic = new ClinicId("cln_" + name);
        await(() -> {
            admin.openAccount(account, "owner@" + name + ".example", name);
            admin.addClinic(account, clinic);
            admin.issueKey(account, new ApiKeyId("key_" + name), Set.of(Scope.values()), new Clinics.All(), secret);
        });
        return new MeteredTenant(account.value(), clinic.value(), secret.reveal());
    }

    /** Registers a webhook of all events; a host without a character has a name that cannot be resolved. */
    void register(MeteredTenant tenant, String host, List<ReceiverCharacter> characters) {
        characters.forEach(character -> internet.add(host, character));
        String body = JSON.createObjectNode()
                .put("url", "https://" + host + "/webhooks/schedule")
                .set("types", JSON.createArrayNode().add("*"))
                .toString();
        await(() -> post(tenant, "/v1/webhooks", body, List.of()));
    }

    /** Calls the API within a task. */
    JsonNode post(MeteredTenant tenant, String path, String body, List<Header> further) {
        return call(tenant, "POST", path, body, further);
    }

    /** Calls the API within a task. */
    JsonNode get(MeteredTenant tenant, String path) {
        return call(tenant, "GET", path, "", List.of());
    }

    private JsonNode call(MeteredTenant tenant, String method, String path, String body, List<Header> further) {
        List<Header> headers = new ArrayList<>(further);
        headers.add(new Header("Authorization", "Bearer " + tenant.apiKey()));
        headers.add(new Header("Content-Type", "application/json"));
        requests++;
        ServerResponse response = deployment.gateway().serve(method, path, headers, body);
        bytesOut += response.body().length
                + response.headers().stream()
                        .mapToLong(header ->
                                header.name().length() + header.value().length() + 4L)
                        .sum();
        String text = new String(response.body(), StandardCharsets.UTF_8);
        if (response.status() >= 300) {
            throw new IllegalStateException(path + " responds " + response.status() + ": " + text);
        }
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(path + " responds " + text, e);
        }
    }

    /** Puts messages on the changes queue within a task, up to ten. */
    void send(List<String> messages) {
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        messages.forEach(message -> entries.add(SendMessageBatchRequestEntry.builder()
                .id(Integer.toString(entries.size()))
                .messageBody(message)
                .build()));
        world.sqs().sendMessageBatch(send -> send.queueUrl(changesQueue).entries(entries));
    }

    /** Those of functions that have none. */
    private static final class UncountedMetrics implements MetricRecorder {

        @Override
        public void add(Metric metric, long value) {
            throw new IllegalStateException("this function has no metrics: " + metric);
        }

        @Override
        public void flush() {
            // Nothing was added.
        }
    }
}
