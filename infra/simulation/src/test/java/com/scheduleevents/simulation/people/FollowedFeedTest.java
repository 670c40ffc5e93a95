package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whoever follows the feed and keeps the last cursor alone misses nothing. The mutants {@code nothing-held-back}, {@code old-id-kept} and
 * {@code no-void-row} show that this can fail.
 */
@Tag("world")
final class FollowedFeedTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void readersOfAFeedForwardsMissNothing(long seed) {
        assertThat(FollowedFeed.run(TEMPLATE, seed)).isEmpty();
    }
}
