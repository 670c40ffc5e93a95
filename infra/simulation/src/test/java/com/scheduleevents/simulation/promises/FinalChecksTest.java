package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FinalChecksTest {

    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");
    private static final String HOST = "desk.receivers.net";

    private final SimulatedWorld world = SimulatedWorld.of(1).build();
    private final SimulatedInternet internet = new SimulatedInternet(world);
    private final Ledger ledger = new Ledger(world, Duration.ofDays(90));
    private final WatchedWebhook webhook = new WatchedWebhook(
            "whk_1",
            "acc_1",
            "key_1",
            new WatchedSettings(Set.of(), Set.of(), Set.of(), "", "", "", NOW, false, false, 0, false, false, ""),
            new Fact.Registered(NOW, HOST));

    FinalChecksTest() {
        internet.add(HOST, ReceiverCharacter.HEALTHY);
        ledger.add(webhook);
    }

    private static Map<String, JsonNode> shown(String circuit, int backlog) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("status", "active");
        json.putObject("health").put("circuit", circuit).put("backlog", backlog);
        return Map.of("whk_1", json);
    }

    private void check(Set<String> before, Map<String, JsonNode> after) {
        FinalChecks.checkDrained(ledger, internet, before, NOW, after);
    }

    @Test
    void backlogThatNothingBringsAlongBreaksAPromise() {
        Set<String> before = FinalChecks.undrained(ledger, internet, shown("closed", 1));
        assertThat(before).containsExactly("whk_1");

        check(before, shown("closed", 1));

        assertThat(ledger.broken()).extracting(BrokenPromise::promise).containsExactly(Promise.CALM_AFTERWARDS);
    }

    @Test
    void backlogThatIsDrainedOrAddedToLaterDoesNot() {
        Set<String> before = FinalChecks.undrained(ledger, internet, shown("closed", 1));
        check(before, shown("closed", 0));
        check(Set.of(), shown("closed", 1));
        check(before, shown("open", 1));
        assertThat(ledger.broken()).isEmpty();
    }

    /** What comes late is drained again and again, and some of it is sent each time. */
    @Test
    void backlogOfWhichSomethingWasSentDoesNot() {
        webhook.add(new Fact.Attempted(
                new ReceivedRequest(
                        NOW.plusSeconds(1),
                        "https://" + HOST + "/events",
                        Map.of("webhook-id", "evt_1"),
                        "{}",
                        "",
                        Optional.empty(),
                        false,
                        true,
                        true,
                        true),
                NOW.plusSeconds(1)));
        check(Set.of("whk_1"), shown("closed", 1));
        assertThat(ledger.broken()).isEmpty();
    }
}
