package com.scheduleevents.simulation.receivers;

import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The authorization server of one receiver. It always responds; now and then it ends a token before its time. */
final class SimulatedAuthorizationServer {

    private static final int SHORTEST_LIFETIME = 120;
    private static final int LONGEST_LIFETIME = 7_200;

    /** One token of so many is revoked. */
    private static final int REVOKED = 4;

    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final Map<String, Instant> ends = new HashMap<>();

    SimulatedAuthorizationServer(Scheduler scheduler, RandomGenerator random) {
        this.scheduler = scheduler;
        this.random = random;
    }

    /** Whether a client presents a token that has not ended. */
    boolean accepts(String authorization) {
        Instant end = ends.get(authorization);
        return end != null && scheduler.now().isBefore(end);
    }

    /** How long issuing a token takes. */
    Duration took() {
        return Duration.ofMillis(random.nextInt(5, 200));
    }

    /** The response with a token whose owner can be told from its name. */
    String issue(String client) {
        String token = client + "." + ends.size();
        int lifetime = random.nextInt(SHORTEST_LIFETIME, LONGEST_LIFETIME);
        int lives = random.nextInt(REVOKED) == 0 ? random.nextInt(SHORTEST_LIFETIME / 2, lifetime) : lifetime;
        ends.put("Bearer " + token, scheduler.now().plusSeconds(lives));
        return "{\"access_token\":\"" + token + "\",\"token_type\":\"Bearer\",\"expires_in\":" + lifetime + "}";
    }
}
