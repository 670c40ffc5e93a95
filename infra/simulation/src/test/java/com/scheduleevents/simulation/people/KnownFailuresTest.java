package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the service is known not to keep yet. Each test passes as long as the promise it names is broken, and has to be turned into
 * its opposite by whoever fixes that; docs/simulation.md lists them.
 */
@Tag("world")
class KnownFailuresTest {

    private static final String HOST = "known.receivers.net";
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    /** Breaks {@code CALM_AFTERWARDS}: a circuit drains four deliveries at a time, and two events a second come to a receiver of three seconds. */
    @Test
    void circuitStaysOpenWhileEventsComeFasterThanItDrains() {
        CalmScenario scenario = new CalmScenario(Map.of());
        String webhook = scenario.register(HOST);
        Instant back = scenario.now().plus(Duration.ofMinutes(2));
        scenario.recordUntil(back, FIVE_SECONDS);

        scenario.appears(HOST, ReceiverCharacter.TAKES_THREE_SECONDS);
        scenario.recordUntil(back.plus(Duration.ofMinutes(5)), FIVE_SECONDS);
        int backlog = health(scenario, webhook).path("backlog").asInt();
        scenario.recordUntil(back.plus(Duration.ofMinutes(15)), FIVE_SECONDS);

        assertThat(health(scenario, webhook).path("circuit").asText()).isNotEqualTo("closed");
        assertThat(health(scenario, webhook).path("backlog").asInt()).isGreaterThan(backlog);
    }

    /** Breaks {@code CALM_AFTERWARDS}: only ten failures in a row open a circuit, so that each delivery is attempted at all its times. */
    @Test
    void circuitStaysClosedWhenNineAttemptsInTenFail() {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.appears(HOST, ReceiverCharacter.TAKES_EVERY_TENTH);
        String webhook = scenario.register(HOST);
        Set<String> circuits = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            scenario.record(1);
            scenario.runUntil(scenario.now().plusSeconds(40));
            circuits.add(health(scenario, webhook).path("circuit").asText());
        }

        assertThat(circuits).containsExactly("closed");
        assertThat(scenario.attempts(HOST))
                .hasSizeGreaterThan(3 * scenario.recorded().size());
    }

    /** Breaks {@code DELIVERED_OR_DISABLED}: what waits longer than the queue keeps messages is lost. */
    @Test
    void eventsOfAReceiverThatIsSlowerThanTheyComeAreLost(@TempDir Path directory) throws IOException {
        CalmScenario scenario = new CalmScenario(oneThousandth(directory));
        scenario.appears(HOST, ReceiverCharacter.TAKES_THREE_SECONDS);
        String webhook = scenario.register(HOST);
        scenario.recordUntil(scenario.now().plus(Duration.ofMinutes(30)), FIVE_SECONDS);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(2)));

        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("active");
        assertThat(health(scenario, webhook).path("backlog").asInt()).isZero();
        assertThat(scenario.recorded().keySet())
                .hasSizeGreaterThan(scenario.attempted(HOST).size());
        assertThat(scenario.subjects()).isEmpty();
    }

    /** A template whose sender has few environments, and whose queues keep messages for twenty minutes instead of two weeks. */
    private static Template oneThousandth(Path directory) throws IOException {
        String template = Files.readString(Path.of("../../template.yaml"))
                .replace("MaximumConcurrency: 50", "MaximumConcurrency: 2")
                .replace("MaximumConcurrency: 20", "MaximumConcurrency: 2")
                .replace("MessageRetentionPeriod: 1209600", "MessageRetentionPeriod: 1200");
        Path copy = Files.writeString(directory.resolve("template.yaml"), template);
        return SimulatedDeployment.template(copy, Map.of("AttemptsPerHost", "1"));
    }

    /** Breaks {@code CALM_AFTERWARDS}: a fault of an hour leaves good messages in a dead-letter queue. */
    @ParameterizedTest
    @CsvSource({"kms, DeliveriesDeadLetters", "dynamodb, RetryDeadLetters"})
    void messagesAreDeadLettersAfterAFaultOfOurs(String port, String deadLetters) {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.register(HOST);
        if (port.equals("kms")) {
            scenario.breakDown(port, Duration.ofHours(1));
        }
        scenario.record(10);
        scenario.runUntil(scenario.now().plus(Duration.ofSeconds(30)));
        if (!port.equals("kms")) {
            scenario.breakDown(port, Duration.ofHours(1));
        }
        scenario.appears(HOST, ReceiverCharacter.HEALTHY);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(26)));

        assertThat(scenario.messages(deadLetters)).isPositive();
        assertThat(scenario.accepted(HOST)).hasSizeLessThan(scenario.recorded().size());
    }

    private static JsonNode health(CalmScenario scenario, String webhook) {
        return scenario.webhook(webhook).path("health");
    }
}
