package com.scheduleevents.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultChoice;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.cloud.faults.FaultFilter;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.simulation.FailureMinimizer.Failure;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailureMinimizerTest {

    private static final SimulationPlan PLAN = SimulationPlan.of(
            SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of()), 1, FaultLevel.SAVAGE);

    private static final CallSite SITE = new CallSite("SenderFunction", "sqs", "sendMessage");
    private static final int DRAWN = 1000;

    private int runs;

    /** A promise that is broken by one kind of fault, in runs of six hours and more with one person in them. */
    private SimulationResult result(SimulationPlan plan) {
        runs++;
        boolean broken = plan.troubled().compareTo(Duration.ofHours(6)) >= 0
                && !plan.absent().contains("owner")
                && (!(plan.filter() instanceof FaultChoice choice)
                        || choice.kinds().contains(FaultKind.REPEATED));
        return result(
                plan,
                List.of("producer", "owner", "operator").stream()
                        .filter(person -> !plan.absent().contains(person))
                        .toList(),
                new FaultCounts(),
                broken);
    }

    private static SimulationResult result(
            SimulationPlan plan, List<String> people, FaultCounts counts, boolean broken) {
        return new SimulationResult(
                plan.seed(),
                plan.troubled(),
                1,
                1,
                1,
                people,
                DRAWN,
                counts,
                broken ? List.of(new BrokenPromise(Promise.RETRIES_END, "evt_1", "it came late")) : List.of());
    }

    @Test
    void leavesOutWhatTheFailureDoesNotNeed() {
        Failure smaller =
                new FailureMinimizer(this::result, 1000).minimize(new Failure(PLAN, result(PLAN)), Promise.RETRIES_END);
        assertThat(smaller.result().breaks(Promise.RETRIES_END)).isTrue();
        assertThat(smaller.plan().ordinaryHours()).isFalse();
        assertThat(smaller.plan().troubled()).isEqualTo(Duration.ofHours(6));
        assertThat(smaller.result().people()).containsExactly("owner");
        assertThat(smaller.plan().filter())
                .isInstanceOfSatisfying(
                        FaultChoice.class, choice -> assertThat(choice.kinds()).isEqualTo(Set.of(FaultKind.REPEATED)));
    }

    /** Most of the faults that were drawn are of kinds that were left out before. */
    @Test
    void leavesOutFaultsWhereverTheyWereDrawn() {
        int needed = 900;
        FaultCounts counts = FaultCounts.of(
                List.of(new FaultCounts.SiteCounts(SITE, 20, false, Map.of(FaultKind.REPEATED, 20L))), Map.of());
        Function<SimulationPlan, SimulationResult> simulation =
                plan -> result(plan, List.of(), counts, plan.filter().lets(needed, FaultKind.REPEATED, SITE));

        FaultFilter smaller = new FailureMinimizer(simulation, 1000)
                .minimize(new Failure(PLAN, simulation.apply(PLAN)), Promise.RETRIES_END)
                .plan()
                .filter();

        assertThat(smaller.lets(needed, FaultKind.REPEATED, SITE)).isTrue();
        assertThat(IntStream.range(0, DRAWN)
                        .filter(ordinal -> smaller.lets(ordinal, FaultKind.REPEATED, SITE))
                        .count())
                .isLessThan(DRAWN / 20);
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
