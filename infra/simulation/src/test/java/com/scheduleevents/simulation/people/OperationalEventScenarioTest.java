package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what webhooks that get operational events are sent during an outage. */
@Tag("world")
final class OperationalEventScenarioTest {

    private static final String[] OPERATIONAL = {
        "webhook.disabled", "webhook.failing", "webhook.recovered", "webhook.slow"
    };

    private final CalmScenario scenario = new CalmScenario(Map.of());

    @Test
    void deadReceiverIsReportedAsFailingAndThenAsDisabled() {
        register("operations.net");
        scenario.register("dead.net");
        scenario.appears("operations.net", ReceiverCharacter.HEALTHY);

        scenario.record(1);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(30)));

        assertThat(types("operations.net")).containsExactly("webhook.failing", "webhook.disabled");
    }

    @Test
    void receiverThatReturnsIsReportedAsRecovered() {
        register("operations.net");
        scenario.register("returns.net");
        scenario.appears("operations.net", ReceiverCharacter.HEALTHY);

        scenario.record(1);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(5)));
        scenario.appears("returns.net", ReceiverCharacter.HEALTHY);
        scenario.record(10);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(20)));

        assertThat(types("operations.net")).containsExactly("webhook.failing", "webhook.recovered");
    }

    /** Each gets what is about the webhook for schedule changes, and nothing about the other, however both fail. */
    @Test
    void deadWebhooksThatGetOperationalEventsCauseNoneThemselves() {
        List<String> dead = List.of(register("one.net"), register("other.net"));
        scenario.register("dead.net");

        scenario.record(1);
        scenario.runUntil(scenario.now().plus(Duration.ofHours(80)));

        assertThat(scenario.subjects())
                .filteredOn(subject -> subject.contains("was disabled"))
                .hasSize(3);
        assertThat(dead).allSatisfy(webhook -> assertThat(scenario.deliveries(webhook))
                .extracting(delivery -> delivery.path("event_type").asText())
                .containsExactlyInAnyOrder("webhook.failing", "webhook.disabled"));
    }

    private String register(String host) {
        return scenario.register(host, JsonNodeFactory.instance.objectNode(), OPERATIONAL);
    }

    private Stream<String> types(String host) {
        return scenario.attempts(host).stream()
                .map(ReceivedRequest::body)
                .map(body -> body.replaceAll(".*\"type\":\"([^\"]*)\".*", "$1"));
    }
}
