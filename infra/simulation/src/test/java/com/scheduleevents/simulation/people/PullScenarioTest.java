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
    void ownerIsToldAfterADayAndAWeekAndAgainAfterConsumersHaveCaughtUp() {
        String webhook = scenario.registerPulled();
        String subject = "Your pull webhook " + webhook + " has deliveries that wait";
        scenario.runUntil(scenario.now().plus(Duration.ofHours(30)));
        scenario.record(1);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(23)));
        assertThat(waiting()).as("nothing has waited for a day").isEmpty();

        scenario.runUntil(scenario.now().plus(Duration.ofMinutes(65)));
        assertThat(waiting()).containsExactly(subject);
        // A delivery that is pulled and not acknowledged waits on.
        assertThat(scenario.pull(webhook, "limit=10")).hasSize(1);
        scenario.runUntil(scenario.now().plus(Duration.ofDays(7)));
        assertThat(waiting()).containsExactly(subject, subject);
        scenario.runUntil(scenario.now().plus(Duration.ofDays(60)));
        assertThat(waiting()).containsExactly(subject, subject);
        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("active");

        scenario.acknowledge(webhook, scenario.pull(webhook, "limit=10"));
        scenario.runUntil(scenario.now().plus(Duration.ofDays(2)));
        scenario.record(1);
        scenario.runUntil(scenario.now().plus(Duration.ofDays(2)));
        assertThat(waiting()).containsExactly(subject, subject, subject);
    }

    @Test
    void webhookIsDisabledBeforeADeliveryExpires() {
        String webhook = scenario.registerPulled();
        scenario.record(1);
        scenario.runUntil(scenario.now().plus(Duration.ofDays(79)));
        assertThat(scenario.webhook(webhook).path("status").asText()).isEqualTo("active");

        scenario.runUntil(scenario.now().plus(Duration.ofDays(1)).plus(Duration.ofMinutes(5)));
        assertThat(scenario.webhook(webhook).path("disabled_reason").asText()).isEqualTo("deliveries_expiring");
        assertThat(scenario.subjects().getLast())
                .isEqualTo("Your pull webhook " + webhook + " was disabled: its deliveries waited too long");
    }

    /** The subjects of the e-mails that say that deliveries wait. */
    private List<String> waiting() {
        return scenario.subjects().stream()
                .filter(subject -> subject.endsWith(" has deliveries that wait"))
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
