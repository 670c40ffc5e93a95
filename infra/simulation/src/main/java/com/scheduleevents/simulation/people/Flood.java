package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A world without faults in which one tenant is a burden to its neighbours, which share a shard of the stream with it and record an event a
 * second each: it has many webhooks, and records far more than is delivered in the time, or their receivers hang.
 */
public final class Flood {

    /** How much longer than without that tenant a neighbour's first attempt may wait. */
    public static final Duration MOST_DELAY = Duration.ofSeconds(2);

    private static final String HANGING = "hanging";
    private static final String HANGING_AT_ONE_HOST = "hanging-at-one-host";
    private static final String SHARED = "shared.receivers.net";
    private static final int HANGING_WEBHOOKS = 40;
    private static final int HANGING_A_SECOND = 3;

    private static final String CROWDED = "crowded.receivers.net";
    private static final String QUIET = "/quiet/";
    private static final int WEBHOOKS = 50;
    private static final int NEIGHBOURS = 25;

    /**
     * So many that their messages need the senders that attempts without a response keep busy. Where all share one host, as many would
     * get so many senders that none of these has to give turns at the host to several accounts.
     */
    private static final int NEIGHBOURS_OF_HANGING = 80;

    private static final int BATCH = 100;
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    /** A flood that the API refuses delays nobody. */
    private static final Map<String, String> UNLIMITED = Map.of("RequestsPerSecond", "1000");

    /** For so long neighbours record before the flood, so that what they wait without it is not the start of environments. */
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private static final Duration LAST_LOOK = Duration.ofMinutes(1);
    private static final double QUANTILE = 0.99;

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final Map<String, Instant> recorded = new HashMap<>();
    private final Map<String, Instant> attempted = new HashMap<>();
    private final List<SimulatedTenant> flooding = new ArrayList<>();
    private final List<SimulatedTenant> neighbours = new ArrayList<>();
    private final SimulatedDeployment deployment;
    private final RandomGenerator start;
    private final Burden burden;

    private Flood(Template template, Burden burden, long seed) {
        this.burden = burden;
        this.world = SimulatedWorld.of(seed).build();
        this.internet = new SimulatedInternet(world);
        this.start = world.streams().stream("start of neighbours");
        internet.watch(this::attempted);
        this.deployment = SimulatedDeployment.deploy(world, template, internet);
    }

    /**
     * Prints how long neighbours wait, in the way of {@link com.scheduleevents.simulation.SimulationMain} when that breaks the promise.
     *
     * @param arguments the template; how many events the flooding tenant records a second, or {@code hanging} or
     *     {@code hanging-at-one-host}; for how many seconds; and the seed, without which it is 1
     */
    public static void main(String[] arguments) {
        Template template = SimulatedDeployment.template(Path.of(arguments[0]), UNLIMITED);
        Duration time = Duration.ofSeconds(Integer.parseInt(arguments[2]));
        Burden burden =
                switch (arguments[1]) {
                    case HANGING -> Burden.hanging(false);
                    case HANGING_AT_ONE_HOST -> Burden.hanging(true);
                    default -> Burden.flood(Integer.parseInt(arguments[1]));
                };
        long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 1;
        Duration alone = firstAttemptWait(template, burden.lifted(), time, seed);
        Duration beside = firstAttemptWait(template, burden, time, seed);
        boolean broken = beside.minus(alone).compareTo(MOST_DELAY) > 0;
        System.out.println((broken ? "seed " + seed + ": " + Promise.NEIGHBOURS_ARE_PROMPT + ": " : "")
                + "the first attempts of neighbours wait " + beside + ", without that tenant " + alone);
        System.exit(broken ? 1 : 0);
    }

    /**
     * What the tenant does.
     *
     * @param perSecond how many events it records; 0 for none
     * @param hangs whether all its receivers leave requests without a response
     * @param atOneHost whether all receivers, its own and its neighbours', are behind the same host name
     */
    public record Burden(int perSecond, boolean hangs, boolean atOneHost) {

        /** It records so many events a second. */
        public static Burden flood(int perSecond) {
            return new Burden(perSecond, false, false);
        }

        /** It records a few events a second for many webhooks whose receivers hang. */
        public static Burden hanging(boolean atOneHost) {
            return new Burden(HANGING_A_SECOND, true, atOneHost);
        }

        private int neighbours() {
            return hangs && !atOneHost ? NEIGHBOURS_OF_HANGING : NEIGHBOURS;
        }

        /** The same tenant while it records nothing. */
        public Burden lifted() {
            return new Burden(0, hangs, atOneHost);
        }
    }

    /** How long the first attempts of neighbours wait from the response to their producer on, at the 99th percentile. */
    public static Duration firstAttemptWait(Template template, Burden burden, Duration time, long seed) {
        return new Flood(template, burden, seed).measure(time);
    }

    private Duration measure(Duration time) {
        Task settled = world.scheduler().spawn("settling", this::settle);
        while (!settled.isDone()) {
            world.scheduler().runFor(ONE_SECOND);
        }
        Instant from = world.scheduler().now().plus(WARM_UP);
        Instant end = from.plus(time);
        neighbours.forEach(neighbour -> world.scheduler().spawn("neighbour", () -> recordUntil(end, neighbour)));
        world.scheduler().runUntil(from);
        recorded.clear();
        if (burden.perSecond() > 0) {
            world.scheduler().spawn("flood", () -> floodUntil(end));
        }
        world.scheduler().runUntil(end);
        Instant last = end.plus(LAST_LOOK);
        while (!attempted.keySet().containsAll(recorded.keySet())
                && world.scheduler().now().isBefore(last)) {
            world.scheduler().runFor(ONE_SECOND);
        }
        List<Duration> waits = recorded.entrySet().stream()
                .map(event -> Duration.between(event.getValue(), attempted.getOrDefault(event.getKey(), last)))
                .sorted()
                .toList();
        return waits.get((int) Math.ceil(QUANTILE * waits.size()) - 1);
    }

    private void settle() {
        SimulatedOperator operator = new SimulatedOperator(world, deployment);
        flooding.add(operator.open("flooding", 1));
        internet.add(SHARED, ReceiverCharacter.HEALTHY);
        internet.add(CROWDED, ReceiverCharacter.TAKES_300_MILLISECONDS);
        IntStream.range(0, burden.hangs() ? HANGING_WEBHOOKS : WEBHOOKS)
                .forEach(number -> register(flooding.getFirst(), receiver(number)));
        for (int i = 0; i < burden.neighbours(); i++) {
            SimulatedTenant neighbour = operator.open("neighbour" + i, 1);
            String host = burden.atOneHost() ? SHARED : i + ".receivers.net";
            if (!burden.atOneHost()) {
                internet.add(host, ReceiverCharacter.HEALTHY);
            }
            register(neighbour, "https://" + host + QUIET + i);
            neighbours.add(neighbour);
        }
    }

    /** The URL of one of the burdensome tenant's webhooks. */
    private String receiver(int number) {
        String host = burden.atOneHost() ? SHARED : CROWDED;
        String url = "https://" + host + "/burden/" + number;
        if (burden.hangs()) {
            internet.addAt(url, host, ReceiverCharacter.HEALTHY).breakDown(Duration.ofDays(1));
        }
        return url;
    }

    private static void register(SimulatedTenant tenant, String url) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("url", url);
        body.putArray("types").add("*");
        requireSuccess(tenant.client().post("/webhooks", body.toString()));
    }

    private void floodUntil(Instant end) {
        int batch = Math.min(BATCH, burden.perSecond());
        while (world.scheduler().now().isBefore(end)) {
            world.scheduler().spawn("flood", () -> record(flooding.getFirst(), batch));
            world.scheduler().sleep(ONE_SECOND.multipliedBy(batch).dividedBy(burden.perSecond()));
        }
    }

    private void recordUntil(Instant end, SimulatedTenant neighbour) {
        world.scheduler().sleep(Duration.ofMillis(start.nextInt(1000)));
        while (world.scheduler().now().isBefore(end)) {
            JsonNode results = record(neighbour, 1);
            recorded.put(
                    results.path(0).path("event").path("id").asText(),
                    world.scheduler().now());
            world.scheduler().sleep(ONE_SECOND);
        }
    }

    private static JsonNode record(SimulatedTenant tenant, int events) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < events; i++) {
            body.withArray("data")
                    .addObject()
                    .putObject("event")
                    .put("type", "appointment.completed")
                    .put("clinic_id", tenant.clinics().getFirst())
                    .put("appointment_id", "apt_1")
                    .put("provider_id", "prv_1")
                    .put("starts_at", "2026-02-01T09:00:00Z")
                    .put("duration_minutes", 30);
        }
        return requireSuccess(tenant.client().post("/events/batch", body.toString()))
                .json()
                .path("data");
    }

    private static SimulatedApiResponse requireSuccess(SimulatedApiResponse response) {
        if (!response.succeeded()) {
            throw new IllegalStateException(response.status() + ": " + response.text());
        }
        return response;
    }

    private void attempted(ReceivedRequest attempt) {
        if (attempt.url().contains(QUIET)) {
            attempted.putIfAbsent(attempt.event(), attempt.at());
        }
    }
}
