package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A webhook with {@code max_per_second} gets what waits for it as fast as that allows. */
@Tag("world")
final class LimitedReceiverTest {

    private static final String HOST = "limited.receivers.net";
    private static final int LIMIT = 10;
    private static final int SECONDS = 60;

    @Test
    void reachesItsLimitWhileABacklogIsLeft() {
        CalmScenario scenario = new CalmScenario(Map.of("RequestsPerSecond", "1000"));
        scenario.appears(HOST, ReceiverCharacter.TAKES_300_MILLISECONDS);
        scenario.register(HOST, JsonNodeFactory.instance.objectNode().put("max_per_second", LIMIT));

        scenario.record(100);
        Instant begun = scenario.now();
        scenario.recordUntil(begun.plusSeconds(6), Duration.ofSeconds(1), 100);
        scenario.runUntil(begun.plusSeconds(2 * SECONDS));

        List<Instant> attempts =
                scenario.attempts(HOST).stream().map(ReceivedRequest::at).toList();
        assertThat(attempts).hasSize(7 * 100);
        Duration took = Duration.between(attempts.getFirst(), attempts.get(LIMIT * SECONDS));
        assertThat(took).isBetween(Duration.ofSeconds(SECONDS - 2), Duration.ofSeconds(SECONDS + 2));
    }

    /** The drain goes on while nothing can be attempted, because no secret can be decrypted. */
    @Test
    void getsNoMoreThanThatAtOnceAfterItsSendersWereHeldUp() {
        CalmScenario scenario = new CalmScenario(Map.of("RequestsPerSecond", "1000"));
        scenario.appears(HOST, ReceiverCharacter.HEALTHY);
        scenario.register(HOST, JsonNodeFactory.instance.objectNode().put("max_per_second", LIMIT));

        scenario.breakDown("kms", Duration.ofMinutes(1));
        scenario.recordUntil(scenario.now().plusSeconds(6), Duration.ofSeconds(1), 100);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(1)));

        List<Instant> attempts =
                scenario.attempts(HOST).stream().map(ReceivedRequest::at).toList();
        assertThat(attempts).hasSizeGreaterThanOrEqualTo(6 * 100);
        for (int i = 0; i + 20 * LIMIT < attempts.size(); i++) {
            assertThat(Duration.between(attempts.get(i), attempts.get(i + 20 * LIMIT)))
                    .as("the time in which 20 seconds' worth of deliveries were sent, from %s", attempts.get(i))
                    .isGreaterThan(Duration.ofSeconds(9));
        }
    }
}
