package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.cloud.time.TaskGroup;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.operator.erasure.DataErasure;
import com.scheduleevents.operator.erasure.DataErasure.Reached;
import com.scheduleevents.simulation.Pace;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * A world in which the contracts of one clinic of an account, and of another account, end, and an operator erases what was
 * recorded for them. Nothing fails but the operator's commands: their calls fail in all ways there are, and their processes die again and again.
 */
public final class EndedContract {

    private static final Duration TIME = Duration.ofHours(20);
    private static final Duration BETWEEN_EVENTS = Duration.ofMinutes(40);

    /** Longer than a receiver that works takes, so that the usage of what was delivered is known. */
    private static final Duration REST = Duration.ofHours(3);

    private static final Duration BETWEEN_COMMANDS = Duration.ofHours(12);

    private static final Duration MEAN_LIFE = Duration.ofMillis(200);

    /** Until the third night after the last day, and the end of its count. */
    private static final int MOST_COMMANDS = 10;

    private static final Duration STEP = Duration.ofMinutes(1);
    private static final int CLINICS = 2;
    private static final String TYPE = "appointment.completed";

    /** Where schedule data may be. */
    private static final List<String> TABLES = List.of(
            "EventsTable", "DeliveriesTable", "BacklogTable", "ResponsesTable", "IdempotencyTable", "ReplaysTable");

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final SimulatedDeployment deployment;
    private final Ledger ledger;
    private final SimulatedOperator operator;
    private final RandomGenerator random;

    /** The events of each clinic, by its id. */
    private final Map<String, List<String>> recorded = new LinkedHashMap<>();

    /** What receivers took: the webhook's URL and the event. */
    private final Set<String> taken = new TreeSet<>();

    /** The events that nobody may be sent any more. */
    private final Set<String> gone = new HashSet<>();

    private int made;
    private int processes;

    private EndedContract(Template template, long seed) {
        this.world = SimulatedWorld.of(seed).build();
        this.ledger = new Ledger(world, Pace.BUSY.retention());
        this.internet = new SimulatedInternet(world);
        this.deployment = SimulatedDeployment.deploy(world, template, internet);
        this.operator = new SimulatedOperator(world, deployment);
        this.random = world.streams().stream("ended contract");
        internet.watch(this::received);
    }

    /**
     * Prints which promises are broken.
     *
     * @param arguments the template, and how many seeds people are drawn from, the first of which is 1
     */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, EndedContract::run);
    }

    /** Which promises are broken with the people of a seed. */
    static List<BrokenPromise> run(Template template, long seed) {
        EndedContract scenario = new EndedContract(template, seed);
        try {
            Task last = scenario.world.scheduler().spawn("ended contract", scenario::live);
            while (!last.isDone()) {
                scenario.world.scheduler().runFor(STEP);
            }
            return scenario.ledger.broken();
        } finally {
            scenario.world.scheduler().end();
        }
    }

    private void live() {
        SimulatedTenant staying = operator.open("staying", CLINICS);
        SimulatedTenant leaving = operator.open("leaving", CLINICS);
        String clinic = staying.clinics().getFirst();
        String neighbour = staying.clinics().getLast();
        List<String> webhooks = settle(staying);
        settle(leaving);
        Instant end = world.scheduler().now().plus(TIME);
        while (world.scheduler().now().isBefore(end)) {
            Stream.of(staying, leaving)
                    .forEach(tenant -> record(tenant, tenant.clinics().get(random.nextInt(CLINICS))));
            world.scheduler().sleep(exponential(BETWEEN_EVENTS));
        }
        world.scheduler().sleep(REST);
        List<JsonNode> usage = usage(staying);

        Map<String, Supplier<Reached>> commands = new LinkedHashMap<>();
        commands.put(clinic, () -> erasure().clinic(staying.account(), new ClinicId(clinic), Optional.of("ticket 1")));
        commands.put(leaving.account().value(), () -> erasure().account(leaving.account(), Optional.of("ticket 2")));
        command(commands);
        List<String> erased = Stream.concat(Stream.of(clinic), leaving.clinics().stream())
                .flatMap(id -> recorded.getOrDefault(id, List.of()).stream())
                .toList();
        gone.addAll(erased);
        checkHidden(staying, webhooks, erased, neighbour);
        for (int times = 1; !commands.isEmpty() && times < MOST_COMMANDS; times++) {
            world.scheduler().sleep(BETWEEN_COMMANDS);
            record(staying, neighbour);
            command(commands);
            checkHidden(staying, webhooks, erased, neighbour);
        }
        commands.keySet().forEach(left -> breaks(left, "its erasure does not end"));
        Stream.concat(
                        erased.stream(),
                        Stream.of(clinic, "S=acc_leaving", "order#acc_leaving#", "webhooks#acc_leaving#"))
                .forEach(this::checkDeleted);
        checkUsage(clinic, usage, usage(staying));
        world.scheduler().sleep(REST);
    }

    /** Registers webhooks: of a receiver that works, of one that refuses much, of one that is gone, and one that is pulled. @return their ids */
    private List<String> settle(SimulatedTenant tenant) {
        List<String> ids = new ArrayList<>();
        Map.of(
                        "works", ReceiverCharacter.HEALTHY,
                        "refuses", ReceiverCharacter.TAKES_EVERY_TENTH)
                .forEach((name, character) ->
                        internet.add(name + "." + tenant.account().value().substring(4) + ".net", character));
        for (String name : List.of("works", "refuses", "nobody")) {
            ObjectNode body = JsonNodeFactory.instance
                    .objectNode()
                    .put(
                            "url",
                            "https://" + name + "." + tenant.account().value().substring(4) + ".net/events")
                    .put("capture_responses", true);
            if (name.equals("works")) {
                body.put("ordering", "appointment");
            }
            ids.add(register(tenant, body));
        }
        ids.add(register(tenant, JsonNodeFactory.instance.objectNode().put("mode", "pull")));
        return ids;
    }

    private static String register(SimulatedTenant tenant, ObjectNode body) {
        body.putArray("types").add("*");
        SimulatedApiResponse response = tenant.client().post("/webhooks", body.toString());
        if (!response.succeeded()) {
            throw new IllegalStateException("a registration was refused: " + response);
        }
        return response.json().path("id").asText();
    }

    private void record(SimulatedTenant tenant, String clinic) {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("type", TYPE)
                .put("clinic_id", clinic)
                .put("appointment_id", "apt_" + made / 3)
                .put("provider_id", "prv_1")
                .put("starts_at", "2026-02-01T09:00:00Z")
                .put("duration_minutes", 30);
        SimulatedApiResponse response =
                tenant.client().call("POST", "/events", event.toString(), Optional.of("change-" + made++));
        if (!response.succeeded()) {
            throw new IllegalStateException("a change was refused: " + response);
        }
        recorded.computeIfAbsent(clinic, _ -> new ArrayList<>())
                .add(response.json().path("id").asText());
    }

    private void received(ReceivedRequest request) {
        if (gone.contains(request.event())) {
            breaks(request.event(), "a receiver is sent it after it was taken away");
        }
        if (request.accepted()) {
            taken.add(request.url() + " " + request.event());
        }
    }

    /** Gives each command until it is done, and removes those whose erasure has ended. */
    private void command(Map<String, Supplier<Reached>> commands) {
        world.faults().become(FaultLevel.ROUGH);
        commands.values().removeIf(command -> untilDone(command).waitsFor().isEmpty());
        world.faults().become(FaultLevel.CALM);
        // Calls that were given up may have their effect.
        world.scheduler().sleep(STEP);
    }

    /** Each try is a process that dies after a while, wherever it is then; later ones live longer. */
    private Reached untilDone(Supplier<Reached> command) {
        AtomicReference<Optional<Reached>> reached = new AtomicReference<>(Optional.empty());
        for (int tries = 1; reached.get().isEmpty(); tries++) {
            TaskGroup process = world.scheduler().group("operator/" + ++processes, "operator", true);
            world.scheduler().spawn(process, "command", () -> reached.set(tried(command)));
            world.scheduler().sleep(exponential(MEAN_LIFE.multipliedBy(tries)));
            process.kill();
        }
        return reached.get().orElseThrow();
    }

    private Optional<Reached> tried(Supplier<Reached> command) {
        try {
            return Optional.of(command.get());
        } catch (SdkException | IllegalStateException failed) {
            world.trace().line(() -> "a command of the operator failed: " + failed);
            return Optional.empty();
        }
    }

    private DataErasure erasure() {
        return operator.erasure();
    }

    /** Nothing that a key can ask for shows an erased event, and everything of the neighbour is there. */
    private void checkHidden(SimulatedTenant tenant, List<String> webhooks, List<String> erased, String neighbour) {
        List<JsonNode> feed = tenant.client().all("/events?limit=100").orElseThrow();
        checkAbsent("the feed", feed, "id", erased);
        Set<String> listed =
                feed.stream().map(event -> event.path("id").asText()).collect(Collectors.toSet());
        recorded.getOrDefault(neighbour, List.of()).stream()
                .filter(event -> !listed.contains(event))
                .forEach(event -> ledger.breaks(Promise.RECORDED_STAYS, event, "an erasure of another clinic took it"));
        checkAbsent("the feed forwards", forwards(tenant), "id", erased);
        webhooks.forEach(webhook -> {
            checkAbsent(
                    "its deliveries",
                    tenant.client()
                            .all("/webhooks/" + webhook + "/deliveries?limit=100")
                            .orElseThrow(),
                    "event_id",
                    erased);
            erased.stream()
                    .limit(2)
                    .forEach(event -> checkRefused(tenant, "/webhooks/" + webhook + "/deliveries/" + event));
        });
        checkAbsent(
                "all deliveries", tenant.client().all("/deliveries?limit=100").orElseThrow(), "event_id", erased);
        String pulled = tenant.client()
                .get("/webhooks/" + webhooks.getLast() + "/queue?limit=100&visibility=60")
                .text();
        erased.stream().filter(pulled::contains).forEach(event -> breaks(event, "it is pulled"));
        erased.stream().limit(3).forEach(event -> checkRefused(tenant, "/events/" + event));
    }

    private List<JsonNode> forwards(SimulatedTenant tenant) {
        List<JsonNode> items = new ArrayList<>();
        String after = "";
        boolean more = true;
        while (more) {
            JsonNode page =
                    tenant.client().get("/events?limit=100&order=asc" + after).json();
            page.path("data").forEach(items::add);
            more = page.path("has_more").asBoolean();
            after = "&starting_after=" + page.path("next_cursor").asText();
        }
        return items;
    }

    private void checkRefused(SimulatedTenant tenant, String path) {
        SimulatedApiResponse response = tenant.client().get(path);
        if (response.status() != 404) {
            breaks(path, "it is shown: " + response.status());
        }
    }

    private void checkAbsent(String where, List<JsonNode> items, String field, List<String> erased) {
        Set<String> shown =
                items.stream().map(item -> item.path(field).asText()).collect(Collectors.toSet());
        erased.stream().filter(shown::contains).findFirst().ifPresent(event -> breaks(event, where + " shows it"));
    }

    private void checkDeleted(String text) {
        for (String table : TABLES) {
            long rows = world.dynamoDb()
                    .items(deployment.template().table(table).name())
                    .filter(row -> row.toString().contains(text))
                    .count();
            if (rows > 0) {
                breaks(text, rows + " rows of " + table + " still contain it");
            }
        }
    }

    private List<JsonNode> usage(SimulatedTenant tenant) {
        return tenant.client().all("/usage?limit=100").orElseThrow();
    }

    /** Usage is what was recorded, and what receivers took, and no less than before. */
    private void checkUsage(String clinic, List<JsonNode> before, List<JsonNode> after) {
        Set<String> events = Set.copyOf(recorded.getOrDefault(clinic, List.of()));
        checkSum(clinic, after, "events_recorded", events.size());
        long delivered = taken.stream()
                .filter(one -> events.contains(one.substring(one.indexOf(' ') + 1)))
                .count();
        checkSum(clinic, after, "deliveries_succeeded", delivered);
        Map<String, JsonNode> now = after.stream()
                .collect(Collectors.toMap(EndedContract::row, Function.identity(), (a, _) -> a, TreeMap::new));
        before.stream()
                .filter(row -> row.path("events_recorded").asLong()
                        > Optional.ofNullable(now.get(row(row)))
                                .map(found -> found.path("events_recorded").asLong())
                                .orElse(0L))
                .forEach(row -> ledger.breaks(Promise.USAGE_IS_COUNTED, row(row), "an erasure took it from usage"));
    }

    private void checkSum(String clinic, List<JsonNode> usage, String field, long expected) {
        long sum = usage.stream()
                .filter(row -> row.path("clinic_id").asText().equals(clinic))
                .mapToLong(row -> row.path(field).asLong())
                .sum();
        if (sum != expected) {
            ledger.breaks(Promise.USAGE_IS_COUNTED, clinic, field + " is " + sum + " and not " + expected);
        }
    }

    private static String row(JsonNode usage) {
        return usage.path("clinic_id").asText() + " " + usage.path("date").asText();
    }

    private void breaks(String subject, String why) {
        ledger.breaks(Promise.ERASED_IS_GONE, subject, why);
    }

    private Duration exponential(Duration mean) {
        return Duration.ofNanos((long) (random.nextExponential() * mean.toNanos()));
    }
}
