package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.EventChecks;
import com.scheduleevents.simulation.promises.FeedFilter;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.WalkChecks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Walks through the feed of one tenant with one of its keys, from its newest page to its last, and looks at single events again. */
final class FeedVisitor {

    private static final Duration BETWEEN_PAGES = Duration.ofSeconds(2);
    private static final String REFUSED_CLINIC = "clinic_not_allowed";

    /** One walk of so many leaves out events for their type, and as many for their clinic, or their time; a third of as many show one appointment. */
    private static final int FILTERED = 3;

    private static final Duration DAY = Duration.ofDays(1);

    private final SimulatedWorld world;
    private final Ledger ledger;
    private final SimulatedTenant tenant;
    private final SimulatedKey key;
    private final RandomGenerator random;
    private final RandomGenerator appointments;
    private List<JsonNode> remembered = List.of();

    FeedVisitor(SimulatedWorld world, Ledger ledger, SimulatedTenant tenant, SimulatedKey key) {
        this.world = world;
        this.ledger = ledger;
        this.tenant = tenant;
        this.key = key;
        this.random = world.streams().stream(name());
        this.appointments = world.streams().stream("appointments for " + name());
    }

    String name() {
        return "reader with " + key.id().value();
    }

    /** Walks now and then, until that time. */
    void walkUntil(Instant end, Duration meanTime) {
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (!world.scheduler().now().isBefore(end)) {
                return;
            }
            if (!remembered.isEmpty()) {
                lookAgain(remembered.get(random.nextInt(remembered.size())));
            }
            List<JsonNode> seen = walk(filter(), random.nextInt(5, 60));
            remembered = seen.isEmpty() ? remembered : seen;
        }
    }

    /** Reads the whole feed once a day, so that every event is listed before it expires, what the account has used, and what was changed. */
    void readDailyUntil(Instant end) {
        while (world.scheduler().now().plus(DAY).isBefore(end)) {
            world.scheduler().sleep(DAY);
            walk(FeedFilter.NONE, 100);
            for (String list : List.of("/usage?limit=100", "/audit_log?limit=100")) {
                key.client().untilFinal(() -> key.client().get(list));
            }
        }
    }

    private FeedFilter filter() {
        List<String> types = EventProducer.TYPES;
        Set<String> some = Set.copyOf(
                random.nextInt(FILTERED) == 0 ? types.subList(random.nextInt(types.size()), types.size()) : List.of());
        Optional<String> clinic = Optional.of(
                        tenant.clinics().get(random.nextInt(tenant.clinics().size())))
                .filter(_ -> random.nextInt(FILTERED) == 0);
        // Exactly when an event was recorded, which is listed then.
        Optional<Instant> since = Optional.of(remembered)
                .filter(all -> !all.isEmpty() && random.nextInt(FILTERED) == 0)
                .map(all -> Instant.parse(
                        all.get(random.nextInt(all.size())).path("created_at").asText()));
        Optional<String> appointment = Optional.of(remembered)
                .filter(all -> !all.isEmpty() && appointments.nextInt(FILTERED * FILTERED) == 0)
                .map(all -> all.get(appointments.nextInt(all.size()))
                        .path("appointment_id")
                        .asText());
        return new FeedFilter(some, clinic, appointment, since);
    }

    private static String query(FeedFilter filter) {
        StringBuilder query = new StringBuilder();
        new TreeSet<>(filter.types()).forEach(type -> query.append("&type=").append(type));
        filter.clinic().ifPresent(clinic -> query.append("&clinic_id=").append(clinic));
        filter.appointment()
                .ifPresent(appointment -> query.append("&appointment_id=").append(appointment));
        filter.since().ifPresent(since -> query.append("&since=").append(since));
        return query.toString();
    }

    /** An event that was listed is the same when it is asked for by its id. */
    private void lookAgain(JsonNode event) {
        Instant asked = world.scheduler().now();
        SimulatedApiResponse response = key.client()
                .untilFinal(() -> key.client().get("/events/" + event.path("id").asText()));
        EventChecks checks = new EventChecks(ledger, key.clinics());
        if (response.succeeded()) {
            checks.found(event, response.text(), asked);
        } else if (response.status() == 404) {
            checks.notFound(event, asked);
        }
    }

    /**
     * Walks once, and checks what it saw.
     *
     * @return every event, newest first; none when it was refused
     */
    List<JsonNode> walk(FeedFilter filter, int limit) {
        WalkChecks checks = new WalkChecks(
                ledger,
                tenant.account().value(),
                key.clinics(),
                filter,
                world.scheduler().now());
        List<JsonNode> seen = new ArrayList<>();
        String after = "";
        boolean more = true;
        while (more) {
            String path = "/events?limit=" + limit + query(filter) + after;
            Instant asked = world.scheduler().now();
            SimulatedApiResponse response =
                    key.client().untilFinal(() -> key.client().get(path));
            if (!response.succeeded()) {
                // Its account is suspended, or its key revoked, unless it does not see the clinic.
                if (response.errorCode().equals(REFUSED_CLINIC)) {
                    checks.refused(asked);
                }
                return List.of();
            }
            JsonNode page = response.json();
            checks.check(page.path("data"), asked, world.scheduler().now());
            page.path("data").forEach(seen::add);
            more = page.path("has_more").asBoolean();
            after = "&starting_after=" + page.path("next_cursor").asText();
            world.scheduler().sleep(BETWEEN_PAGES);
        }
        checks.end();
        return seen;
    }
}
