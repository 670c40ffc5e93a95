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
 * Nobody is shown or sent what was erased, wherever the operator's command dies, and neighbours and usage stay. The mutants whose names begin
 * with {@code erased} show that this can fail.
 */
@Tag("world")
final class EndedContractTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @ParameterizedTest
    @ValueSource(longs = {1})
    void erasedClinicsAndAccountsAreGone(long seed) {
        assertThat(EndedContract.run(TEMPLATE, seed)).isEmpty();
    }
}
