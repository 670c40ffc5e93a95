package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was delivered once is billed, whatever becomes of its redelivery. The mutant {@code last-attempt-billed} shows that this can fail. */
@Tag("world")
final class LateRedeliveryTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void redeliveryThatFailsToItsEndBreaksNoPromise(long seed) {
        assertThat(LateRedelivery.run(TEMPLATE, seed)).isEmpty();
    }
}
