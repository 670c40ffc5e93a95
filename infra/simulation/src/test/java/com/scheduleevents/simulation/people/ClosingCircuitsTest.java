package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fan-out adds to a backlog after its circuit has closed is found. The mutant {@code last-look-forgotten} shows that this can fail. */
@Tag("world")
final class ClosingCircuitsTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @ParameterizedTest
    @ValueSource(longs = {1})
    void noCircuitClosesOnWhatFanOutAddsLate(long seed) {
        assertThat(ClosingCircuits.run(TEMPLATE, seed)).isEmpty();
    }
}
