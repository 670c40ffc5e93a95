package com.scheduleevents.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.simulation.FailureMinimizer.Failure;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.faults.FaultChoice;
import com.scheduleevents.simulation.faults.FaultCounts;
import com.scheduleevents.simulation.faults.FaultKind;
import com.scheduleevents.simulation.faults.FaultLevel;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailureMinimizerTest {

    private static final SimulationPlan PLAN = SimulationPlan.of(
            SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of()), 1, FaultLevel.SAVAGE);

    private int runs;

    /** A promise that is broken by one kind of fault, in runs of six hours and more with one person in them. */
    private SimulationResult result(SimulationPlan plan) {
        runs++;
        boolean broken = plan.troubled().compareTo(Duration.ofHours(6)) >= 0
                && !plan.absent().contains("owner")
                && (!(plan.filter() instanceof FaultChoice choice)
                        || choice.kinds().contains(FaultKind.REPEATED));
        return new SimulationResult(
                plan.seed(),
                plan.troubled(),
                1,
                1,
                1,
                List.of("producer", "owner", "operator").stream()
                        .filter(person -> !plan.absent().contains(person))
                        .toList(),
                new FaultCounts(),
                broken ? List.of(new BrokenPromise(Promise.RETRIES_END, "evt_1", "it came late")) : List.of());
    }

    @Test
    void leavesOutWhatTheFailureDoesNotNeed() {
        Failure smaller =
                new FailureMinimizer(this::result, 1000).minimize(new Failure(PLAN, result(PLAN)), Promise.RETRIES_END);
        assertThat(smaller.result().breaks(Promise.RETRIES_END)).isTrue();
        assertThat(smaller.plan().troubled()).isEqualTo(Duration.ofHours(6));
        assertThat(smaller.result().people()).containsExactly("owner");
        assertThat(smaller.plan().filter())
                .isInstanceOfSatisfying(
                        FaultChoice.class, choice -> assertThat(choice.kinds()).isEqualTo(Set.of(FaultKind.REPEATED)));
    }

    @Test
    void keepsWhatItHasWhenAnotherPromiseBreaks() {
        Failure found = new Failure(PLAN, result(PLAN));
        assertThat(new FailureMinimizer(this::result, 1000).minimize(found, Promise.ISOLATED))
                .isEqualTo(found);
    }

    @Test
    void runsNoMoreThanItMay() {
        Failure found = new Failure(PLAN, result(PLAN));
        new FailureMinimizer(this::result, 5).minimize(found, Promise.RETRIES_END);
        assertThat(runs).isEqualTo(6);
    }
}
