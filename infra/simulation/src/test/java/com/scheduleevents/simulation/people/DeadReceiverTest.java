package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What receivers that are down or hang cost, and what comes of their events, as docs/delivery-internals.md says. */
@Tag("world")
class DeadReceiverTest {

    private static final String HOST = "down.receivers.net";

    /** A retry window of four hours instead of a day: only the number of attempts and of probes differs. */
    private static final Map<String, String> SHORT_WINDOW =
            Map.of("RetryWaits", "PT10S,PT1M,PT5M,PT15M,PT30M,PT1H", "RetryWindow", "PT4H");

    private static final int ATTEMPTS = 8;

    private final CalmScenario scenario = new CalmScenario(SHORT_WINDOW);

    @Test
    void receiverThatIsBackAfterThreeHoursGetsEverythingWithinAnHour() {
        String webhook = scenario.register(HOST);
        Instant back = scenario.now().plus(Duration.ofHours(3));
        scenario.recordUntil(back, Duration.ofMinutes(4));
        int whileDown = scenario.attempts(HOST).size();

        scenario.appears(HOST, ReceiverCharacter.HEALTHY);
        scenario.runUntil(back.plus(Duration.ofHours(1)));

        assertThat(scenario.accepted(HOST)).isEqualTo(scenario.recorded().keySet());
        assertThat(scenario.recorded()).hasSize(450);
        assertThat(whileDown).isLessThan(250);
        JsonNode shown = scenario.webhook(webhook);
        assertThat(shown.path("status").asText()).isEqualTo("active");
        assertThat(shown.path("health").path("circuit").asText()).isEqualTo("closed");
        assertThat(shown.path("health").path("backlog").asInt()).isZero();
        assertThat(scenario.subjects())
                .satisfiesExactly(
                        warning -> assertThat(warning).endsWith("is failing"),
                        recovery -> assertThat(recovery).endsWith("works again"));
    }

    @Test
    void receiverThatIsDownForTheRetryWindowCostsFewAttemptsAndOneWritePerEvent() {
        String webhook = scenario.register(HOST);
        scenario.recordUntil(scenario.now().plus(Duration.ofMinutes(255)), Duration.ofMinutes(5));

        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("disabled");
        int events = scenario.recorded().size();
        int attempts = scenario.attempts(HOST).size();
        int attempted = scenario.attempted(HOST).size();
        long added = scenario.calls("FanOutFunction", "putItem");
        assertThat(events).isGreaterThan(480);
        // Ten failures open the circuit; from then on each probe attempts one delivery, one every ten minutes.
        assertThat(attempted).isLessThan(20 + 5 * 6);
        assertThat(attempts).isLessThanOrEqualTo(attempted * ATTEMPTS);
        assertThat(added).isBetween(events * 9L / 10, (long) events);
        // An attempt is two writes, the log and the health; a probe one more, which removes its delivery from the
        // backlog.
        assertThat(scenario.calls("SenderFunction", "updateItem") + scenario.calls("SenderFunction", "deleteItem"))
                .isLessThan(2L * attempts + 2L * attempted);
        // A retry may fail while a probe is under way.
        assertThat(scenario.writes(Rule.PROBE_FAILED).made()).isGreaterThan(20);
        assertThat(scenario.writes(Rule.PROBE_FAILED).late()).isLessThan(3);
        assertThat(scenario.subjects())
                .satisfiesExactly(
                        warning -> assertThat(warning).endsWith("is failing"),
                        disabled -> assertThat(disabled).endsWith("was disabled"));
    }

    @Test
    void receiverThatHangsDoesNotDelayItsNeighbours() {
        List<String> neighbours =
                IntStream.range(0, 8).mapToObj(n -> "neighbour-" + n + ".net").toList();
        neighbours.forEach(host -> scenario.appears(host, ReceiverCharacter.HEALTHY));
        scenario.appears(HOST, ReceiverCharacter.HANGS);
        neighbours.forEach(scenario::register);
        scenario.register(HOST);

        scenario.recordUntil(scenario.now().plus(Duration.ofMinutes(10)), Duration.ofSeconds(20));
        scenario.runUntil(scenario.now().plus(Duration.ofMinutes(30)));

        assertThat(scenario.attempts(HOST)).anyMatch(attempt -> !attempt.responded());
        for (String host : neighbours) {
            assertThat(scenario.accepted(host)).isEqualTo(scenario.recorded().keySet());
            assertThat(scenario.attempts(host)).allSatisfy(this::isPrompt);
        }
    }

    private void isPrompt(ReceivedRequest attempt) {
        Instant recorded = scenario.recorded().getOrDefault(attempt.event(), Instant.MIN);
        assertThat(attempt.at()).isBefore(recorded.plusSeconds(10));
    }
}
