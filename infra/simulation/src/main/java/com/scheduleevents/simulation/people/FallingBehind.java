package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.ExpectedRetries;
import com.scheduleevents.simulation.promises.ExpiryChecks;
import com.scheduleevents.simulation.promises.Fact;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.promises.WatchedEvent;
import com.scheduleevents.simulation.promises.WatchedSettings;
import com.scheduleevents.simulation.promises.WatchedWebhook;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A world without faults in which events are kept for a quarter of an hour, and deliveries wait longer than that: for a limit below the
 * rate of events, an open circuit whose probes never close it although each delivery succeeds in the end, a suspended account, or a
 * consumer that does not pull, or does not acknowledge one event. Shortly before the end, an owner asks for events that a new webhook was
 * never sent. In the runs of seeds, nothing waits for as long as events are kept.
 */
public final class FallingBehind {

    private static final Duration RETENTION = Duration.ofMinutes(15);
    private static final Duration WARN_AFTER = Duration.ofSeconds(30);
    private static final Duration RETRY_WINDOW = Duration.ofMinutes(6);
    private static final String RETRY_WAITS = "PT5S,PT10S,PT15S,PT20S,PT30S,PT1M,PT2M";

    /** A time in which 7/90 of the retention comes after {@code WarnAfter}, as it does with the template's defaults. */
    private static final Map<String, String> SHORT_TIMES = Map.of(
            "Retention",
            RETENTION.toString(),
            "WarnAfter",
            WARN_AFTER.toString(),
            "RetryWindow",
            RETRY_WINDOW.toString(),
            "RetryWaits",
            RETRY_WAITS,
            "LongestProbeWait",
            "PT20S",
            "RequestsPerSecond",
            "1000");

    /** More events than a limit of one a second lets through in 8/9 of the retention, and far more than probes do. */
    private static final int MANY = 1_000;

    private static final int SOME = 200;
    private static final int ASKED_FOR = 30;
    private static final int BATCH = 100;
    private static final String RETENTION_PATTERN = "AllowedPattern: ^P[1-9][0-9]{0,3}D$";
    private static final String MANY_TYPE = "appointment.completed";
    private static final String SOME_TYPE = "appointment.no_show";

    /** A probe, the minute of the clock, and what comes late. */
    private static final Duration LATEST_LOOK = Duration.ofMinutes(3);

    /** Early enough that a delivery which waited from then on would expire before its webhook is disabled. */
    private static final Duration RESUMED_AFTER = Duration.ofMinutes(4);

    private static final Duration RESUMED_FOR = Duration.ofSeconds(100);
    private static final Duration BETWEEN_PULLS = Duration.ofSeconds(20);
    private static final Duration STEP = Duration.ofMinutes(1);

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final SimulatedDeployment deployment;
    private final SimulatedOperator operator;
    private final Ledger ledger;
    private final List<WatchedWebhook> pushed = new ArrayList<>();
    private final List<WatchedWebhook> pulled = new ArrayList<>();
    private int appointments;

    private FallingBehind(Template template, SimulatedWorld world) {
        this.world = world;
        this.ledger = new Ledger(world, RETENTION, ExpectedRetries.of(RETRY_WAITS, RETRY_WINDOW));
        this.internet = new SimulatedInternet(world);
        internet.watch(ledger::attempted);
        this.deployment = SimulatedDeployment.deploy(world, template, internet);
        this.operator = new SimulatedOperator(world, deployment, ledger.histories()::answered, ledger::redriven);
    }

    /**
     * Prints which promises are broken, in the way of {@link com.scheduleevents.simulation.SimulationMain}.
     *
     * @param arguments the template, and how many seeds, the first of which is 1
     */
    public static void main(String[] arguments) {
        Path template = Path.of(arguments[0]);
        int seeds = Integer.parseInt(arguments[1]);
        List<String> broken = LongStream.rangeClosed(1, seeds)
                .boxed()
                .flatMap(seed -> run(template, seed).stream().map(promise -> "seed " + seed + ": " + promise))
                .toList();
        broken.forEach(System.out::println);
        System.out.println(broken.size() + " promises were broken in " + seeds + " runs");
        System.exit(broken.isEmpty() ? 0 : 1);
    }

    /** Which promises are broken there. */
    public static List<BrokenPromise> run(Path template, long seed) {
        SimulatedWorld world = SimulatedWorld.of(seed).build();
        try {
            return new FallingBehind(shortRetention(template), world).run();
        } finally {
            world.scheduler().end();
        }
    }

    /** A template whose retention is shorter than a day, which is not offered to deployments. */
    private static Template shortRetention(Path file) {
        try {
            String text = Files.readString(file).replace(RETENTION_PATTERN, "AllowedPattern: ^P.*$");
            Path copy = Files.createTempFile("short-retention", ".yaml");
            try {
                return SimulatedDeployment.template(Files.writeString(copy, text), SHORT_TIMES);
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<BrokenPromise> run() {
        Task life = world.scheduler().spawn("falling behind", this::live);
        while (!life.isDone()) {
            world.scheduler().runFor(STEP);
        }
        return ledger.broken();
    }

    private void live() {
        SimulatedTenant behind = operator.open("behind", 1);
        ledger.open(behind.account().value(), behind.email());
        SimulatedTenant suspended = operator.open("suspended", 1);
        ledger.open(suspended.account().value(), suspended.email());
        pushed.add(push(behind, "limited", MANY_TYPE, 1, ReceiverCharacter.HEALTHY));
        pushed.add(push(behind, "refusing", SOME_TYPE, 0, ReceiverCharacter.TAKES_THE_FOURTH_ATTEMPT));
        pushed.add(push(suspended, "suspended", SOME_TYPE, 1, ReceiverCharacter.HEALTHY));
        pulled.add(pull(behind));
        pulled.add(pull(suspended));
        WatchedWebhook consumed = pull(behind);
        pulled.add(consumed);
        Instant first = world.scheduler().now();
        world.scheduler().spawn("consumer", () -> pullAllButOne(behind, consumed));
        record(suspended, SOME_TYPE, SOME);
        record(behind, SOME_TYPE, SOME);
        record(behind, MANY_TYPE, MANY);
        Instant last = world.scheduler().now();
        operator.untilDone(() -> operator.changes().suspend(suspended.account()));
        resumeInVain(suspended, first.plus(RESUMED_AFTER));
        Instant late = first.plus(RETENTION.multipliedBy(86).dividedBy(90));
        world.scheduler().sleep(Duration.between(world.scheduler().now(), late));
        WatchedWebhook asked = askForOldEvents(behind);
        world.scheduler().sleep(RETENTION.plus(LATEST_LOOK).minus(Duration.between(first, late)));
        check(behind, first, last);
        JsonNode shown = behind.client()
                .untilFinal(() -> behind.client().get("/webhooks/" + asked.id()))
                .json();
        if (!shown.path("status").asText().equals("active")) {
            ledger.breaks(
                    Promise.DISABLED_WITH_REASON,
                    asked.id(),
                    "no delivery waited for it but those that somebody asked for, of events that were about to expire");
        }
    }

    /**
     * Resumes an account for a while in which new environments of the sender cannot decrypt a secret. A drain moves the oldest deliveries
     * meanwhile, and none can be attempted: they come back to the backlog, and have waited since long before.
     */
    private void resumeInVain(SimulatedTenant tenant, Instant at) {
        world.scheduler().sleep(Duration.between(world.scheduler().now(), at));
        deployment.deployAgain("SenderFunction");
        world.faults().breakDown("kms", RESUMED_FOR);
        operator.untilDone(() -> operator.changes().resume(tenant.account()));
        world.scheduler().sleep(RESUMED_FOR);
        operator.untilDone(() -> operator.changes().suspend(tenant.account()));
    }

    /** Asks for events that expire soon and were never sent to the webhook, more of them than its limit lets through at once. */
    private WatchedWebhook askForOldEvents(SimulatedTenant tenant) {
        WatchedWebhook webhook = push(tenant, "asked", SOME_TYPE, 1, ReceiverCharacter.HEALTHY);
        JsonNode old = requireSuccess(tenant.client()
                        .untilFinal(() -> tenant.client().get("/events?type=" + SOME_TYPE + "&limit=" + ASKED_FOR)))
                .json()
                .path("data");
        for (JsonNode each : old) {
            String event = each.path("id").asText();
            webhook.add(new Fact.AskedAgain(world.scheduler().now(), event));
            // Refused once the webhook is disabled, which is checked in the end.
            tenant.client().untilFinal(() -> tenant.client()
                    .post("/webhooks/" + webhook.id() + "/deliveries/" + event + "/redeliver", ""));
        }
        return webhook;
    }

    private void check(SimulatedTenant behind, Instant first, Instant last) {
        for (JsonNode shown : behind.client()
                .untilFinal(() -> behind.client().get("/webhooks?limit=100"))
                .json()
                .path("data")) {
            ledger.webhooks().stream()
                    .filter(webhook -> webhook.id().equals(shown.path("id").asText()))
                    .forEach(webhook -> ledger.shown(webhook, shown));
        }
        ExpiryChecks checks =
                new ExpiryChecks(ledger, world.ses().sent(), world.scheduler().now());
        checks.check();
        Duration reminder = RETENTION.multipliedBy(7).dividedBy(90);
        pushed.forEach(webhook -> checks.checkTold(webhook, first, List.of(WARN_AFTER, reminder), LATEST_LOOK));
        pulled.forEach(webhook -> checks.checkTold(webhook, first, List.of(reminder, RETRY_WINDOW), LATEST_LOOK));
        pulled.forEach(checks::checkCounts);
        Stream.concat(pushed.stream(), pulled.stream()).forEach(webhook -> checks.checkSince(webhook, first, last));
    }

    private WatchedWebhook push(
            SimulatedTenant tenant, String name, String type, int perSecond, ReceiverCharacter character) {
        String host = name + ".receivers.net";
        internet.add(host, character);
        String url = "https://" + host + "/events";
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("url", url);
        if (perSecond > 0) {
            body.put("max_per_second", perSecond);
        }
        return register(
                tenant,
                body,
                type,
                new WatchedSettings(
                        Set.of(type),
                        Set.of(),
                        Set.of(),
                        "",
                        "",
                        "",
                        Instant.EPOCH,
                        false,
                        false,
                        perSecond,
                        false,
                        false,
                        ""),
                host,
                url);
    }

    private WatchedWebhook pull(SimulatedTenant tenant) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("mode", "pull");
        WatchedSettings settings = new WatchedSettings(
                Set.of(SOME_TYPE), Set.of(), Set.of(), "", "", "", Instant.EPOCH, true, false, 0, false, false, "");
        return register(tenant, body, SOME_TYPE, settings, "", "");
    }

    private WatchedWebhook register(
            SimulatedTenant tenant, ObjectNode body, String type, WatchedSettings settings, String host, String url) {
        body.putArray("types").add(type);
        JsonNode shown = requireSuccess(tenant.client().post("/webhooks", body.toString()))
                .json();
        Instant now = world.scheduler().now();
        WatchedWebhook webhook = new WatchedWebhook(
                shown.path("id").asText(),
                tenant.account().value(),
                tenant.wide().id().value(),
                settings,
                new Fact.Registered(now, host));
        webhook.add(new Fact.SecretLearnt(
                now,
                new Fact.SecretAsked(now, Duration.ZERO),
                shown.path("secret").asText()));
        ledger.add(webhook);
        if (!settings.pulled()) {
            ledger.expectAt(url, webhook);
        }
        return webhook;
    }

    /** Records so many events, in batches. */
    private void record(SimulatedTenant tenant, String type, int events) {
        for (int batch = 0; batch < events / BATCH; batch++) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            List<WatchedEvent> handed = new ArrayList<>();
            Instant begun = world.scheduler().now();
            for (int i = 0; i < BATCH; i++) {
                String appointment = "apt_" + appointments++;
                String clinic = tenant.clinics().getFirst();
                WatchedEvent event =
                        new WatchedEvent(tenant.account().value(), clinic, type, "prv_1", appointment, begun, false);
                ledger.add(event);
                handed.add(event);
                body.withArray("data")
                        .addObject()
                        .putObject("event")
                        .put("type", type)
                        .put("clinic_id", clinic)
                        .put("appointment_id", appointment)
                        .put("provider_id", "prv_1")
                        .put("starts_at", "2026-02-01T09:00:00Z")
                        .put("duration_minutes", 30);
            }
            acknowledge(tenant, body.toString(), handed);
        }
    }

    private void acknowledge(SimulatedTenant tenant, String body, List<WatchedEvent> handed) {
        JsonNode results = requireSuccess(tenant.client().untilEveryItemIsFinal(body))
                .json()
                .path("data");
        for (int i = 0; i < handed.size(); i++) {
            JsonNode event = results.path(i).path("event");
            if (!event.isObject()) {
                throw new IllegalStateException("an event was not recorded: " + results.path(i));
            }
            handed.get(i)
                    .acknowledge(
                            event.path("id").asText(),
                            event.toString(),
                            world.scheduler().now());
        }
    }

    /** Pulls for as long as events are kept, and acknowledges everything but the first event. */
    private void pullAllButOne(SimulatedTenant tenant, WatchedWebhook webhook) {
        Instant end = world.scheduler().now().plus(RETENTION);
        Optional<String> never = Optional.empty();
        while (world.scheduler().now().isBefore(end)) {
            world.scheduler().sleep(BETWEEN_PULLS);
            SimulatedApiResponse response =
                    tenant.client().get("/webhooks/" + webhook.id() + "/queue?limit=100&visibility=60");
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            for (JsonNode delivery : response.json().path("data")) {
                String receipt = delivery.path("receipt").asText();
                never = never.or(() -> Optional.of(receipt));
                if (!never.get().equals(receipt)) {
                    body.withArray("receipts").add(receipt);
                }
            }
            if (body.has("receipts")
                    && tenant.client()
                            .untilFinal(() ->
                                    tenant.client().post("/webhooks/" + webhook.id() + "/queue/ack", body.toString()))
                            .succeeded()) {
                body.path("receipts")
                        .forEach(receipt -> webhook.add(new Fact.Acknowledged(
                                world.scheduler().now(),
                                "evt_" + receipt.asText().replaceFirst("rcp_[0-9]+_[0-9]+_", ""))));
            }
        }
    }

    private static SimulatedApiResponse requireSuccess(SimulatedApiResponse response) {
        if (!response.succeeded()) {
            throw new IllegalStateException(response.status() + ": " + response.text());
        }
        return response;
    }
}
