package com.scheduleevents.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.faults.FaultLevel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SeedPlansTest {

    private final SeedPlans plans = new SeedPlans(Path.of("../../template.yaml"), FaultLevel.SAVAGE);

    @Test
    void evenSeedsAreBusyAndOddOnesQuiet() {
        assertThat(plans.plan(8).pace()).isEqualTo(Pace.BUSY);
        assertThat(plans.plan(9).pace()).isEqualTo(Pace.QUIET);
    }

    /** The checks go by the pace, and the functions by their environment. */
    @Test
    void functionsKeepEventsAsLongAsTheChecksExpect() {
        for (long seed : new long[] {8, 9}) {
            SimulationPlan plan = plans.plan(seed);
            assertThat(plan.template().functions().values())
                    .filteredOn(function -> function.environment().containsKey("RETENTION"))
                    .isNotEmpty()
                    .allSatisfy(function -> assertThat(function.environment())
                            .containsEntry(
                                    "RETENTION", "P" + plan.pace().retention().toDays() + "D"));
        }
    }

    /** Otherwise the days of its first events could not be counted any more in the last night that does. */
    @Test
    void eventsExpireInAQuietRunAfterTheirUsageIsFinal() {
        assertThat(Pace.QUIET.retention()).isGreaterThan(Duration.ofDays(7));
        assertThat(Pace.QUIET.retention()).isLessThan(Pace.QUIET.troubled());
    }
}
