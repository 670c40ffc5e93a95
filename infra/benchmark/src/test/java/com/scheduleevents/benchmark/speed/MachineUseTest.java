package com.scheduleevents.benchmark.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests whose the time of the processors was. */
final class MachineUseTest {

    private static final String MACHINE = """
            cpu  1000 20 300 4000 500 6 70 8 900 0
            cpu0 500 10 150 2000 250 3 35 4 450 0
            cpu1 500 10 150 2000 250 3 35 4 450 0
            intr 42 0 0
            """;

    /** The name of a program may have what separates the other fields. */
    private static final String PROCESS =
            "4711 (java) S (x) S 1 2 3 0 -1 4194304 99 98 97 96 100 40 7 3 20 0 31 0 83893 3133440 359 18446744073709551615";

    @Test
    void ticksAreReadFromProc() {
        ProcessorTicks ticks = ProcessorTicks.of(MACHINE, PROCESS);

        assertThat(ticks.all()).as("guests are in user already").isEqualTo(1000 + 20 + 300 + 4000 + 500 + 6 + 70 + 8);
        assertThat(ticks.idle()).as("idle, and waiting for disks").isEqualTo(4500);
        assertThat(ticks.own()).as("with ended children").isEqualTo(100 + 40 + 7 + 3);
        assertThat(ticks.cores()).isEqualTo(2);
    }

    /** Of 1,000 ticks of four processors, 400 were idle; of the 600 others, 500 were ours. */
    @Test
    void othersUseWhatIsNeitherIdleNorOurs() {
        MachineUse use = MachineUse.between(new ProcessorTicks(0, 0, 0, 4), new ProcessorTicks(1000, 400, 500, 4));

        assertThat(use.own()).isCloseTo(2, within(1e-9));
        assertThat(use.others().orElseThrow()).isCloseTo(0.4, within(1e-9));
        assertThat(use.share()).isCloseTo(0.6, within(1e-9));
    }

    /** The two files are read one after the other, so a few ticks may be missing. */
    @Test
    void othersNeverUseLessThanNothing() {
        MachineUse use = MachineUse.between(new ProcessorTicks(0, 0, 0, 1), new ProcessorTicks(100, 50, 52, 1));

        assertThat(use.others().orElseThrow()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1.95, 0, true", "1.0, 0.75, true", "0.2, 1.55, true", "1.7, 0, false", "1.0, 0.6, false"})
    void moreThanEightyFivePercentOfTheProcessorsSaturateIt(double own, double others, boolean saturated) {
        assertThat(new MachineUse(own, OptionalDouble.of(others), 2).isSaturated())
                .isEqualTo(saturated);
    }

    @ParameterizedTest
    @CsvSource({"1.95, true", "1.7, false"})
    void withoutKnowledgeOfOthersOurOwnUseDecides(double own, boolean saturated) {
        assertThat(new MachineUse(own, OptionalDouble.empty(), 2).isSaturated()).isEqualTo(saturated);
    }
}
