package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A webhook whose events are pulled, in a world without faults. */
@Tag("world")
final class PullScenarioTest {

    private final CalmScenario scenario = new CalmScenario(Map.of());

    @Test
    void ownerIsToldOnceWhenNobodyPullsForADayAndAgainAfterSomebodyHas() {
        String webhook = scenario.registerPulled();
        String subject = "Nobody pulls from your webhook " + webhook;
        scenario.runUntil(scenario.now().plus(Duration.ofHours(30)));
        scenario.record(1);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(23)));
        assertThat(unpulled()).as("nothing has waited for a day").isEmpty();

        scenario.runUntil(scenario.now().plus(Duration.ofMinutes(65)));
        assertThat(unpulled()).containsExactly(subject);
        scenario.runUntil(scenario.now().plus(Duration.ofDays(3)));
        assertThat(unpulled()).containsExactly(subject);

        assertThat(scenario.pull(webhook, "limit=10")).hasSize(1);
        scenario.runUntil(scenario.now().plus(Duration.ofDays(1)));
        assertThat(unpulled()).containsExactly(subject);
        scenario.runUntil(scenario.now().plus(Duration.ofDays(2)));
        assertThat(unpulled()).containsExactly(subject, subject);
        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("active");
    }

    /** The subjects of the e-mails that say that nobody pulls. */
    private List<String> unpulled() {
        return scenario.subjects().stream()
                .filter(subject -> subject.startsWith("Nobody pulls"))
                .toList();
    }

    @Test
    void eventsOfMonthsWaitInOrder() {
        String webhook = scenario.registerPulled();
        for (int i = 0; i < 3; i++) {
            scenario.record(10);
            scenario.runUntil(scenario.now().plus(Duration.ofDays(20)));
        }

        List<JsonNode> pulled = scenario.pull(webhook, "limit=100");

        assertThat(pulled)
                .extracting(delivery -> delivery.at("/headers/webhook-id").asText())
                .isSorted()
                .containsExactlyInAnyOrderElementsOf(scenario.recorded().keySet());
    }

    @Test
    void requestThatWaitsReturnsSoonAfterTheEventIsRecorded() {
        String webhook = scenario.registerPulled();
        Duration took = scenario.await(() -> {
            scenario.sleep(Duration.ofMillis(1));
            scenario.later(Duration.ofSeconds(7), () -> scenario.recordNow(1));
            assertThat(scenario.pullNow(webhook, "wait=20")).hasSize(1);
        });

        assertThat(took).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(12));
        assertThat(scenario.await(
                        () -> assertThat(scenario.pullNow(webhook, "wait=20")).isEmpty()))
                .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(22));
    }
}
