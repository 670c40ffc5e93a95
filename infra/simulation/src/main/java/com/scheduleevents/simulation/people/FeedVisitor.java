package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.WalkChecks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Walks through the feed of one tenant, from its newest page to its last. */
final class FeedVisitor {

    private static final Duration BETWEEN_PAGES = Duration.ofSeconds(2);

    private final SimulatedWorld world;
    private final Ledger ledger;
    private final SimulatedTenant tenant;
    private final RandomGenerator random;

    FeedVisitor(SimulatedWorld world, Ledger ledger, SimulatedTenant tenant) {
        this.world = world;
        this.ledger = ledger;
        this.tenant = tenant;
        this.random = world.streams().stream("reader of " + tenant.account().value());
    }

    /** Walks now and then, until that time. */
    void walkUntil(Instant end, Duration meanTime) {
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (!world.scheduler().now().isBefore(end)) {
                return;
            }
            walk(random.nextInt(5, 60));
        }
    }

    /**
     * Walks once, and checks what it saw.
     *
     * @return every event, newest first
     */
    List<JsonNode> walk(int limit) {
        WalkChecks checks = new WalkChecks(ledger, tenant.account().value());
        List<JsonNode> seen = new ArrayList<>();
        String after = "";
        boolean more = true;
        while (more) {
            String path = "/events?limit=" + limit + after;
            SimulatedApiResponse response =
                    tenant.client().untilFinal(() -> tenant.client().get(path));
            if (!response.succeeded()) {
                // Its account is suspended.
                return List.of();
            }
            JsonNode page = response.json();
            page.path("data").forEach(seen::add);
            more = page.path("has_more").asBoolean();
            after = "&starting_after=" + page.path("next_cursor").asText();
            world.scheduler().sleep(BETWEEN_PAGES);
        }
        checks.check(seen);
        return seen;
    }
}
