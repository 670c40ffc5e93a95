package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.MailTimes;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Receivers that fail most of the time, or take less than comes. A circuit that opens only after ten failures in a row never opens for a receiver
 * that accepts every tenth request, and events that wait in a queue are lost when its retention ends.
 */
@Tag("world")
final class StrugglingReceiversTest {

    private static final String HOST = "struggling.receivers.net";

    @Test
    void circuitOpensWhenNineAttemptsInTenFail() {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.appears(HOST, ReceiverCharacter.TAKES_EVERY_TENTH);
        String webhook = scenario.register(HOST);
        Set<String> circuits = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            scenario.record(1);
            scenario.runUntil(scenario.now().plusSeconds(40));
            circuits.add(health(scenario, webhook).path("circuit").asText());
        }

        assertThat(circuits).contains("open");
    }

    /** Its queues keep messages for twenty minutes instead of two weeks, so that none may wait there for long. */
    @Test
    void receiverThatIsSlowerThanItsEventsGetsThemAllAndItsOwnerIsTold(@TempDir Path directory) throws IOException {
        CalmScenario scenario = new CalmScenario(smallDeployment(directory));
        scenario.appears(HOST, ReceiverCharacter.TAKES_THREE_SECONDS);
        String webhook = scenario.register(HOST);
        scenario.appears("operations.net", ReceiverCharacter.HEALTHY);
        scenario.register("operations.net", JsonNodeFactory.instance.objectNode(), "webhook.slow");
        scenario.recordUntil(scenario.now().plus(Duration.ofMinutes(30)), Duration.ofSeconds(5));
        scenario.runUntil(scenario.now().plus(Duration.ofHours(2)));

        assertThat(scenario.accepted(HOST)).containsAll(scenario.recorded().keySet());
        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("active");
        assertThat(health(scenario, webhook).path("backlog").asInt()).isZero();
        assertThat(scenario.subjects()).containsOnly("Your webhook for " + HOST + " has deliveries that wait");
        // Its backlog may be empty in between, which ends an episode.
        assertThat(scenario.inMails(Pattern.compile("Oldest +since (" + MailTimes.TIME + "), as of")))
                .as("the beginnings of the episodes")
                .isNotEmpty()
                .doesNotHaveDuplicates();
        assertThat(scenario.attempts("operations.net"))
                .isNotEmpty()
                .extracting(ReceivedRequest::body)
                .allSatisfy(body -> assertThat(body)
                        .contains("\"type\":\"webhook.slow\"", "\"webhook_id\":\"" + webhook + "\"", "\"since\":\"2"));
    }

    @Test
    void limitedWebhookGetsItsEventsAtItsRate() {
        CalmScenario scenario = new CalmScenario(Map.of());
        scenario.appears(HOST, ReceiverCharacter.HEALTHY);
        scenario.register(HOST, JsonNodeFactory.instance.objectNode().put("max_per_second", 5));
        scenario.record(100);
        scenario.record(100);
        scenario.runUntil(scenario.now().plus(Duration.ofMinutes(5)));

        assertThat(scenario.accepted(HOST)).containsAll(scenario.recorded().keySet());
        List<ReceivedRequest> attempts = scenario.attempts(HOST);
        assertThat(attempts).hasSize(200);
        // Two hundred at five a second, and no more than a step of a second at once.
        assertThat(Duration.between(attempts.getFirst().at(), attempts.getLast().at()))
                .isGreaterThan(Duration.ofSeconds(38));
        assertThat(scenario.subjects()).isEmpty();
    }

    /** A template whose sender has few environments, and whose owners are told early. */
    private static Template smallDeployment(Path directory) throws IOException {
        String template = Files.readString(Path.of("../../template.yaml"))
                .replace("MaximumConcurrency: 50", "MaximumConcurrency: 2")
                .replace("MaximumConcurrency: 20", "MaximumConcurrency: 2")
                .replace("MessageRetentionPeriod: 1209600", "MessageRetentionPeriod: 1200");
        Path copy = Files.writeString(directory.resolve("template.yaml"), template);
        return SimulatedDeployment.template(copy, Map.of("AttemptsPerHost", "1", "WarnAfter", "PT10M"));
    }

    private static JsonNode health(CalmScenario scenario, String webhook) {
        return scenario.webhook(webhook).path("health");
    }
}
