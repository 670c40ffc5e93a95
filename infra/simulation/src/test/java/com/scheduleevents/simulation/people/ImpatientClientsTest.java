package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No account is granted more than its rate by all functions together. The mutant {@code bucket-never-empty} shows that this can fail. */
@Tag("world")
final class ImpatientClientsTest {

    @Test
    void clientsWithoutAPauseBreakNoPromise() {
        assertThat(ImpatientClients.run(Path.of("../../template.yaml"), 1)).isEmpty();
    }
}
