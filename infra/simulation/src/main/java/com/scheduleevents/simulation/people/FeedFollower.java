package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.FeedFilter;
import com.scheduleevents.simulation.promises.ForwardChecks;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Follows a feed with one key. It keeps the last cursor and nothing else, and now and then stays away for a day or two. */
final class FeedFollower {

    private static final Duration MEAN_PAUSE = Duration.ofMinutes(7);
    private static final Duration MEAN_ABSENCE = Duration.ofHours(20);

    /** One pause of so many is an absence. */
    private static final int ONE_IS_LONG = 150;

    private final SimulatedWorld world;
    private final SimulatedApiClient client;
    private final String query;
    private final ForwardChecks checks;
    private final RandomGenerator random;
    private Optional<String> cursor = Optional.empty();

    FeedFollower(
            SimulatedWorld world, String name, SimulatedApiClient client, FeedFilter filter, ForwardChecks checks) {
        this.world = world;
        this.client = client;
        this.query = query(filter);
        this.checks = checks;
        this.random = world.streams().stream(name);
    }

    private static String query(FeedFilter filter) {
        StringBuilder query = new StringBuilder("/events?order=asc");
        new TreeSet<>(filter.types()).forEach(type -> query.append("&type=").append(type));
        filter.clinic().ifPresent(clinic -> query.append("&clinic_id=").append(clinic));
        filter.appointment()
                .ifPresent(appointment -> query.append("&appointment_id=").append(appointment));
        return query.toString();
    }

    /** Reads what there is, now and then, until that time. */
    void followUntil(Instant end) {
        while (world.scheduler().now().isBefore(end)) {
            read();
            Duration mean = random.nextInt(ONE_IS_LONG) == 0 ? MEAN_ABSENCE : MEAN_PAUSE;
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * mean.toNanos())));
        }
    }

    /** Reads what there is. */
    void read() {
        boolean more = true;
        while (more) {
            String after = cursor.map(last -> "&starting_after=" + last).orElse("");
            String path = query + "&limit=" + random.nextInt(1, 40) + after;
            SimulatedApiResponse response = client.untilFinal(() -> client.get(path));
            if (!response.succeeded()) {
                throw new IllegalStateException("a page was refused: " + response);
            }
            JsonNode page = response.json();
            checks.check(page);
            cursor = Optional.of(page.path("next_cursor").asText());
            more = page.path("has_more").asBoolean();
        }
    }
}
