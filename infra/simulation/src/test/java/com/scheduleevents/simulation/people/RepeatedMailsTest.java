package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An e-mail whose message comes to two mailers is sent by one. The mutant {@code claim-ignored} shows that this can fail. */
@Tag("world")
final class RepeatedMailsTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    @ParameterizedTest
    @ValueSource(longs = {1})
    void noEmailIsSentByTwoMailers(long seed) {
        assertThat(RepeatedMails.run(TEMPLATE, seed)).isEmpty();
    }
}
