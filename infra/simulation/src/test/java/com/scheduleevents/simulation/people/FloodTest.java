package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.emulator.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A tenant with 50 webhooks for all events floods the shard that it shares with its neighbours: SQS tells it from them as "How Amazon SQS
 * fair queues work" of the Amazon SQS Developer Guide says. {@code ./mvnw -q -Psimulate -Dflood} has five times the events.
 */
@Tag("world")
final class FloodTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @Test
    void neighboursFirstAttemptsDoNotWaitForAFloodOfAHundredEventsASecond() {
        Duration time = Duration.ofSeconds(3);
        Duration alone = Flood.firstAttemptWait(TEMPLATE, 0, time);

        assertThat(Flood.firstAttemptWait(TEMPLATE, 100, time)).isLessThan(alone.plus(Flood.MOST_DELAY));
    }
}
