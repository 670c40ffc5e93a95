package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A tenant with 50 webhooks for all events floods the shard that it shares with its neighbours: SQS tells it from them as "How Amazon SQS
 * fair queues work" of the Amazon SQS Developer Guide says. {@code ./mvnw -q -Psimulate -Dflood} has five times the events. Another
 * tenant has 40 webhooks whose receivers hang. With the webhook as message group, the tenant would be 50 quiet groups to SQS.
 */
@Tag("world")
final class FloodTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @Test
    void neighboursFirstAttemptsDoNotWaitForAFloodOfAHundredEventsASecond() {
        assertNeighboursArePrompt(Flood.Burden.flood(100), Duration.ofSeconds(3), 1);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 5", "false, 1", "false, 5"})
    void neighboursFirstAttemptsDoNotWaitForFortyWebhooksThatHang(boolean atOneHost, long seed) {
        assertNeighboursArePrompt(Flood.Burden.hanging(atOneHost), Duration.ofSeconds(30), seed);
    }

    private static void assertNeighboursArePrompt(Flood.Burden burden, Duration time, long seed) {
        Duration alone = Flood.firstAttemptWait(TEMPLATE, burden.lifted(), time, seed);

        assertThat(Flood.firstAttemptWait(TEMPLATE, burden, time, seed)).isLessThan(alone.plus(Flood.MOST_DELAY));
    }
}
