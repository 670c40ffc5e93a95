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
 * No record is left behind whose entry of the audit log could not be written, or where one of a batch could not be queued and another could
 * not be matched. The mutants {@code audit-failures-hidden} and {@code fan-out-reports-the-later} show that this can fail.
 */
@Tag("world")
final class FailingStreamConsumersTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void callsThatFailSideBySideBreakNoPromise(long seed) {
        assertThat(FailingStreamConsumers.run(TEMPLATE, seed)).isEmpty();
    }
}
