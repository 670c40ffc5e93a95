package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No delivery expires before its receiver has it, unless the owner was told, whatever it waits for. The mutants show that this can fail. */
@Tag("world")
final class FallingBehindTest {

    @Test
    void ownersAreToldOfWhatWaitsAndBeforeItExpires() {
        assertThat(FallingBehind.run(Path.of("../../template.yaml"), 1)).isEmpty();
    }
}
