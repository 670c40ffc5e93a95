package com.scheduleevents.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimulationReportTest {

    private static final CallSite SITE = new CallSite("SenderFunction", "dynamodb", "getItem");

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    /** At the other levels an environment may never have died there by chance. */
    @ParameterizedTest
    @CsvSource({"SAVAGE, 10000, false", "SAVAGE, 9999, true", "ROUGH, 10000, true", "CALM, 10000, true"})
    void callThatWasOftenMadeMustHaveMetAFaultAtTheLevelSavage(FaultLevel level, long calls, boolean sound) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        SimulationReport report = new SimulationReport(new PrintStream(printed, false, StandardCharsets.UTF_8));
        report.add(
                SimulationPlan.of(TEMPLATE, 1, level), result(new FaultCounts.SiteCounts(SITE, calls, true, Map.of())));
        report.summarize();

        assertThat(report.isSound()).isEqualTo(sound);
        assertThat(printed.toString(StandardCharsets.UTF_8).contains("NOT COVERED: never KILLED_BEFORE at " + SITE))
                .isEqualTo(!sound);
    }

    /** Except those that no simulated person has a use for. */
    @ParameterizedTest
    @CsvSource({"1000000, true", "999000, false"})
    void functionThatWasNeverInvokedIsNamedAfterManyRuns(long calls, boolean named) {
        CallSite elsewhere = new CallSite("people", "api", "GET");
        FaultCounts.SiteCounts invoked =
                new FaultCounts.SiteCounts(CallSite.ofFunction("SenderFunction"), 1, false, Map.of());
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        SimulationReport report = new SimulationReport(new PrintStream(printed, false, StandardCharsets.UTF_8));

        report.add(
                SimulationPlan.of(TEMPLATE, 1, FaultLevel.SAVAGE),
                result(invoked, new FaultCounts.SiteCounts(elsewhere, calls, false, Map.of())));
        report.summarize();

        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(text.contains("NOT COVERED: never invoked: ReplayerFunction"))
                .isEqualTo(named);
        assertThat(text.contains("NOT COVERED: never invoked: ControlFunction")).isEqualTo(named);
        assertThat(text).doesNotContain("never invoked: SenderFunction");
    }

    private static SimulationResult result(FaultCounts.SiteCounts... rows) {
        FaultCounts counts = FaultCounts.of(List.of(rows), Map.of());
        return new SimulationResult(1, Duration.ofDays(1), 0, 0, 0, List.of(), 0, counts, List.of());
    }
}
