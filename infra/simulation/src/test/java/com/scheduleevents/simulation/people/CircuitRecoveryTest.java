package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A receiver that was away for ten minutes gets everything soon after its return, while new events go on coming. A circuit that closes only when
 * the backlog is empty would never close, because events come faster than probes deliver.
 */
@Tag("world")
final class CircuitRecoveryTest {

    private static final String HOST = "back.receivers.net";
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final String NAME = "{0} events a second to a receiver that {1}, away for {2}";

    @ParameterizedTest(name = NAME)
    @CsvSource("4, TAKES_300_MILLISECONDS, PT3M, PT10M")
    void circuitClosesSoonAndTheBacklogIsDrainedBesideNewEvents(
            int perSecond, ReceiverCharacter character, Duration away, Duration drained) {
        recover(perSecond, character, away, drained);
    }

    /** With 120,000 deliveries to catch up on, and room for 200 a second beside the new ones, no pace could do it in less than ten minutes. */
    @ParameterizedTest(name = NAME)
    @CsvSource({"20, TAKES_300_MILLISECONDS, PT10M, PT10M", "200, TAKES_400_A_SECOND, PT10M, PT16M"})
    @Tag("soak")
    void theSameHoldsForProducersThatAreFast(
            int perSecond, ReceiverCharacter character, Duration away, Duration drained) {
        recover(perSecond, character, away, drained);
    }

    private static void recover(int perSecond, ReceiverCharacter character, Duration away, Duration drained) {
        CalmScenario scenario = new CalmScenario(Map.of("RequestsPerSecond", "1000"));
        String webhook = scenario.register(HOST);
        int batch = Math.min(100, perSecond / 2);
        Duration between = Duration.ofSeconds(1).multipliedBy(batch).dividedBy(perSecond);
        Instant back = scenario.now().plus(away);
        scenario.produceUntil(back, between, batch);
        scenario.appears(HOST, character);

        while (!health(scenario, webhook).path("circuit").asText().equals("closed")) {
            scenario.produceUntil(scenario.now().plus(STEP), between, batch);
        }
        Instant closed = scenario.now();
        Instant probed = scenario.attempts(HOST).stream()
                .filter(ReceivedRequest::accepted)
                // A retry may come before the first probe.
                .filter(attempt -> attempt.attempt() == 1)
                .findFirst()
                .orElseThrow()
                .at();
        assertThat(Duration.between(probed, closed)).isLessThan(Duration.ofSeconds(60));

        while (health(scenario, webhook).path("backlog").asInt() > 0) {
            scenario.produceUntil(scenario.now().plus(STEP), between, batch);
        }
        assertThat(Duration.between(closed, scenario.now())).isLessThan(drained);
        scenario.runUntil(scenario.now().plus(Duration.ofMinutes(20)));

        // Hashed, because there may be hundreds of thousands.
        Set<String> missing = new HashSet<>(scenario.recorded().keySet());
        missing.removeAll(new HashSet<>(scenario.accepted(HOST)));
        assertThat(missing).isEmpty();
        assertThat(waits(scenario, closed, 0.99)).isLessThan(Duration.ofSeconds(5));
    }

    /** How long the first attempts of events waited that were recorded from then on: the given quantile. */
    private static Duration waits(CalmScenario scenario, Instant from, double quantile) {
        Map<String, Instant> attempted = new HashMap<>();
        scenario.attempts(HOST).forEach(attempt -> attempted.merge(attempt.event(), attempt.at(), (first, _) -> first));
        List<Duration> waits = scenario.recorded().entrySet().stream()
                .filter(event -> event.getValue().isAfter(from))
                .map(event -> Duration.between(event.getValue(), attempted.get(event.getKey())))
                .sorted()
                .toList();
        return waits.get((int) Math.ceil(quantile * waits.size()) - 1);
    }

    private static JsonNode health(CalmScenario scenario, String webhook) {
        return scenario.webhook(webhook).path("health");
    }
}
